import { type Marked, useLiveMarks } from "../api/live-changes.ts";
import "./LiveMark.css";

/** The initials of who has just changed a thing; its row or card is highlighted as long. */
export function LiveMark({ kind, id }: { kind: Marked; id: number }) {
  const initials = useLiveMarks()(kind, id);
  if (initials === undefined) return null;
  return (
    <span className="live-mark">
      <span className="visually-hidden">Just changed by </span>
      {initials || "Coffer"}
    </span>
  );
}
