import "./Spinner.css";
import "./LoadingBar.css";
import "./Skeleton.css";

export function Spinner({ label = "Loading...", page = false }: { label?: string; page?: boolean }) {
  return (
    <div className={page ? "spinner spinner-page" : "spinner"} role="status">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M12 3a9 9 0 0 1 9 9" />
      </svg>
      <span className="visually-hidden">{label}</span>
    </div>
  );
}

/** Shown at the top of the window while a dialog or panel loads. */
export function LoadingBar() {
  return (
    <div className="loading-bar" role="status">
      <span className="visually-hidden">Loading...</span>
    </div>
  );
}

type Props = { width?: string; height?: string; lines?: number };

export function Skeleton({ width, height, lines = 1 }: Props) {
  return Array.from({ length: lines }, (_, line) => (
    <span key={line} className="skeleton" style={{ width, height }} aria-hidden />
  ));
}
