import "./Avatar.css";

/** A person's initials. Silent: the name always stands beside it. */
export function Avatar({ initials }: { initials: string }) {
  return (
    <span className="avatar" aria-hidden>
      {initials}
    </span>
  );
}
