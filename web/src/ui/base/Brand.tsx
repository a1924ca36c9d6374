import "./Brand.css";

/** Wrap it in the router's link. */
export function Brand() {
  return (
    <span className="brand">
      <svg className="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3.5 11V9A5.5 5.5 0 0 1 9 3.5h6A5.5 5.5 0 0 1 20.5 9v2M9 11H3.5v8A1.5 1.5 0 0 0 5 20.5h14a1.5 1.5 0 0 0 1.5-1.5v-8H15M12 8a3 3 0 1 1 0 6 3 3 0 0 1 0-6m0 2.2v1.6" />
      </svg>
      <span className="brand-word">Coffer</span>
    </span>
  );
}
