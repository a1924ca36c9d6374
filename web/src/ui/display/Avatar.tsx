import "./Avatar.css";

/** Hidden from screen readers: the name is always beside it. */
export function Avatar({ initials }: { initials: string }) {
  return (
    <span className="avatar" aria-hidden>
      {initials}
    </span>
  );
}
