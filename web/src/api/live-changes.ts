import { type ActivityEntry, transactionsOf } from "@coffer/domain/activity";
import { initials } from "@coffer/domain/user";
import { useSyncExternalStore } from "react";
import { createStore } from "../ui/base/store.ts";
import type { Activity } from "./activity.ts";

/** Milliseconds for which what somebody else has changed is highlighted. */
const HIGHLIGHT_MS = 10_000;

export type Marked = "transaction" | "category" | "goal" | "subscription";

const marks = createStore<ReadonlyMap<string, string>>(new Map());
let timer: ReturnType<typeof setTimeout> | undefined;

const keyOf = (kind: Marked, id: number) => `${kind} ${id}`;

/** Highlights for a moment what others have changed, with their initials. */
export function showLiveChanges(changes: readonly Activity[]) {
  const changed = changes.flatMap(({ entry, person }) =>
    markedBy(entry).map((key) => [key, person ? initials(person) : ""] as const),
  );
  if (changed.length === 0) return;
  marks.set(new Map([...marks.get(), ...changed]));
  clearTimeout(timer);
  timer = setTimeout(() => marks.set(new Map()), HIGHLIGHT_MS);
}

/** The initials of who has just changed a thing; undefined for what nobody else has changed. */
export function useLiveMarks(): (kind: Marked, id: number) => string | undefined {
  const current = useSyncExternalStore(marks.subscribe, marks.get);
  return (kind, id) => current.get(keyOf(kind, id));
}

/** What on the screens shows the change. */
function markedBy(entry: ActivityEntry): string[] {
  const { kind, entityId } = entry;
  switch (kind) {
    case "transaction":
      return [entry.before, entry.after].flatMap((one) =>
        transactionsOf(one).map(({ id }) => keyOf("transaction", id)),
      );
    case "category":
    case "goal":
      return [keyOf(kind, Number(entityId))];
    case "subscription":
      return [
        keyOf(kind, Number(entityId)),
        ...(entry.after?.transactions ?? []).map(({ id }) => keyOf("transaction", id)),
      ];
    case "milestone":
      return [entry.before, entry.after].flatMap((one) => (one ? [keyOf("goal", one.goalId)] : []));
    case "plan":
      return [entry.before, entry.after].flatMap((one) => (one ? [keyOf("category", one.categoryId)] : []));
    case "month":
      return [entry.before, entry.after].flatMap((one) =>
        (one?.plans ?? []).map(({ categoryId }) => keyOf("category", categoryId)),
      );
    default:
      return [];
  }
}
