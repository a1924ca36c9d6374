import "./LoadingBar.css";

/** At the top of the window, while a dialog or panel that was opened still loads. */
export function LoadingBar() {
  return (
    <div className="loading-bar" role="status">
      <span className="visually-hidden">Loading...</span>
    </div>
  );
}
