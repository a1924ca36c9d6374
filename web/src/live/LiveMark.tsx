import { type MarkedKind, useLiveMarks } from "../api/live-changes.ts";
import { useIsWaiting } from "../offline/waiting-writes.ts";
import "./LiveMark.css";

export function LiveMark({ kind, id }: { kind: MarkedKind; id: number }) {
  const initials = useLiveMarks()(kind, id);
  const isWaiting = useIsWaiting(id);
  if (isWaiting) return <span className="waiting-mark">waiting</span>;
  if (initials === undefined) return null;
  return (
    <span className="live-mark">
      <span className="visually-hidden">Just changed by </span>
      {initials || "Coffer"}
    </span>
  );
}
