import { type ActivityEntry, transactionsOf } from "@coffer/domain/activity";
import { initials } from "@coffer/domain/user";
import type { Activity } from "./activity.ts";
import { keyOf, showLiveMarks } from "./live-changes.ts";

/** Highlights for a moment what others have changed, with their initials. */
export function showLiveChanges(changes: readonly Activity[]) {
  showLiveMarks(
    changes.flatMap(({ entry, person }) =>
      markedBy(entry).map((key) => [key, person ? initials(person) : ""] as const),
    ),
  );
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
