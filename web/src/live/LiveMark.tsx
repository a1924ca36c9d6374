import { useIsWaiting } from "../offline/waiting-writes.ts";
import { createStore } from "../ui/base/store.ts";
import "./LiveMark.css";

/** Milliseconds for which somebody else's change is highlighted. */
const HIGHLIGHT_MS = 10_000;

type Kind = "transaction" | "category" | "goal" | "subscription" | "account";

const marks = createStore<ReadonlyMap<string, string>>(new Map());
let timer: ReturnType<typeof setTimeout> | undefined;

export const markKey = (kind: Kind, id: number) => `${kind} ${id}`;

export function showLiveMarks(changed: readonly (readonly [key: string, initials: string])[]) {
  if (changed.length === 0) return;
  marks.set(new Map([...marks.get(), ...changed]));
  clearTimeout(timer);
  timer = setTimeout(() => marks.set(new Map()), HIGHLIGHT_MS);
}

export function LiveMark({ kind, id }: { kind: Kind; id: number }) {
  const initials = marks.use().get(markKey(kind, id));
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
