import {
  type ActivityEntry,
  type ActivityKind,
  type EntryOf,
  type Snapshots,
  type UndoProblem,
  undoOf,
  undoProblem,
} from "@coffer/domain/activity";
import type { Id } from "@coffer/domain/id";
import { permits, type Right } from "@coffer/domain/sharing";
import type { OpenBudget } from "./access.ts";
import { entryId, type Undoing, undoingOf, type Version } from "./activity.ts";
import type { Env } from "./env.ts";
import { notFound, Refusal } from "./refusal.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import { undoCategory } from "./undo-category.ts";
import { undoGoal, undoMilestone } from "./undo-goal.ts";
import { undoImport } from "./undo-import.ts";
import { undoMonth, undoPlan } from "./undo-plan.ts";
import type { Undone, UndoStores } from "./undo-step.ts";
import { undoSubscription } from "./undo-subscription.ts";
import { undoTransaction } from "./undo-transaction.ts";

/**
 * Puts back what an entry changed, in one write with the undo's own entry, which can be undone in turn. Refuses
 * (conflict) where somebody changed the same thing since, unless that is to be overwritten.
 */
export function createUndo(stores: UndoStores, { clock, ids }: Pick<Env, "clock" | "ids">) {
  return (budget: OpenBudget, id: string, overwrite = false): Promise<ActivityEntry> =>
    retryOnConflict(async () => {
      const { ownerId, user, permission } = budget;
      const stored = await stores.activity.find(ownerId, id);
      if (!stored) throw notFound("Entry");
      const { entry, origin } = stored;
      const may = (right: Right) => permission === "owner" || permits(permission, right);
      const problem = undoProblem(entry, { now: clock(), may });
      if (problem) throw cannotUndo(problem);
      const first = origin ? ((await stores.activity.find(ownerId, origin.id))?.entry ?? null) : null;
      let undoId = "";
      const recordOf: RecordOf =
        (undone) =>
        ({ revision } = { revision: null }, overwritten) => {
          undoId = entryId(Math.max(ids(), Number(id) + 1, (revision ?? 0) + 1));
          return {
            entry: undoOf(overwritten ? { ...undone, after: overwritten } : undone, {
              id: undoId,
              at: clock(),
              by: user.id,
            }),
            undoing: undoingOf(stored, undoId, first),
          };
        };
      if ((await undoByKind(stores, ownerId, entry, recordOf, overwrite)) === "changed") return undefined;
      budget.noteEntry?.(undoId);
      return (await stores.activity.find(ownerId, undoId))?.entry;
    }, undoMeanwhile);
}

type RecordOf = <Kind extends ActivityKind>(
  undone: EntryOf<Kind>,
) => (version?: Version, overwritten?: Snapshots[Kind]) => { entry: EntryOf<Kind>; undoing: Undoing };

function undoByKind(
  stores: UndoStores,
  ownerId: Id,
  entry: ActivityEntry,
  recordOf: RecordOf,
  overwrite: boolean,
): Promise<Undone> {
  switch (entry.kind) {
    case "transaction":
      return undoTransaction(stores, { ownerId, entry, record: recordOf(entry), overwrite });
    case "category":
      return undoCategory(stores, { ownerId, entry, record: recordOf(entry), overwrite });
    case "plan":
      return undoPlan(stores, { ownerId, entry, record: recordOf(entry), overwrite });
    case "month":
      return undoMonth(stores, { ownerId, entry, record: recordOf(entry), overwrite });
    case "goal":
      return undoGoal(stores, { ownerId, entry, record: recordOf(entry), overwrite });
    case "milestone":
      return undoMilestone(stores, { ownerId, entry, record: recordOf(entry), overwrite });
    case "subscription":
      return undoSubscription(stores, { ownerId, entry, record: recordOf(entry), overwrite });
    case "import":
      return undoImport(stores, { ownerId, entry, record: recordOf(entry), overwrite });
    case "share":
      throw cannotUndo("share");
  }
}

const undoMeanwhile = () => new Refusal("conflict", "This was changed meanwhile. Please try again.");

const PROBLEMS: Record<Exclude<UndoProblem, "not-allowed">, string> = {
  share: "This cannot be undone. Share the budget again instead.",
  undone: "This was already undone",
  "too-old": "This is more than thirty days ago, so it cannot be undone any more",
};

function cannotUndo(problem: UndoProblem): Refusal {
  return problem === "not-allowed"
    ? new Refusal("forbidden", "You do not have permission to do this in that budget")
    : new Refusal("conflict", PROBLEMS[problem]);
}
