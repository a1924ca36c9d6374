import "./Spinner.css";

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
