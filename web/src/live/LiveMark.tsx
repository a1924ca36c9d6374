import { type MarkedKind, useLiveMarks } from "../api/live-changes.ts";
import "./LiveMark.css";

/** The initials of the person who has just changed a thing, and what highlights its row or card (LiveMark.css). */
export function LiveMark({ kind, id }: { kind: MarkedKind; id: number }) {
  const initials = useLiveMarks()(kind, id);
  if (initials === undefined) return null;
  return (
    <span className="live-mark">
      <span className="visually-hidden">Just changed by </span>
      {initials || "Coffer"}
    </span>
  );
}
