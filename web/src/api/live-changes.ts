import { createStore } from "../ui/base/store.ts";

/** Milliseconds for which what somebody else has changed is highlighted. */
const HIGHLIGHT_MS = 10_000;

export type MarkedKind = "transaction" | "category" | "goal" | "subscription";

const marks = createStore<ReadonlyMap<string, string>>(new Map());
let timer: ReturnType<typeof setTimeout> | undefined;

export const markKey = (kind: MarkedKind, id: number) => `${kind} ${id}`;

export function showLiveMarks(changed: readonly (readonly [key: string, initials: string])[]) {
  if (changed.length === 0) return;
  marks.set(new Map([...marks.get(), ...changed]));
  clearTimeout(timer);
  timer = setTimeout(() => marks.set(new Map()), HIGHLIGHT_MS);
}

export function useLiveMarks(): (kind: MarkedKind, id: number) => string | undefined {
  const current = marks.use();
  return (kind, id) => current.get(markKey(kind, id));
}
