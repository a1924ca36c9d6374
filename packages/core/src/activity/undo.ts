import {
  type ActivityEntry,
  type ActivityKind,
  type EntryOf,
  type UndoProblem,
  undoOf,
  undoProblem,
} from "@coffer/domain/activity/activity";
import { permits, type Right } from "@coffer/domain/share/sharing";
import { notPermitted, type OpenBudget } from "../access.ts";
import type { Env } from "../env.ts";
import { changedMeanwhile, found, Refusal } from "../refusal.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { watchNothing } from "../transaction/transactions.ts";
import { entryId, undoingOf } from "./recording.ts";
import { undoCategory } from "./undo-category.ts";
import { undoGoal, undoMilestone } from "./undo-goal.ts";
import { undoImport } from "./undo-import.ts";
import { undoMonth, undoPlan } from "./undo-plan.ts";
import type { Undo, Undone, UndoStores } from "./undo-step.ts";
import { undoSubscription } from "./undo-subscription.ts";
import { undoTransaction } from "./undo-transaction.ts";

/**
 * Puts back what an entry changed, in one write with the undo's own entry, which can be undone in turn. Refuses
 * (conflict) where somebody changed the same thing since, unless that is to be overwritten.
 */
export function createUndo(
  stores: UndoStores,
  { clock, ids }: Pick<Env, "clock" | "ids">,
  watchPlan = watchNothing,
) {
  async function attempt(budget: OpenBudget, id: string, overwrite: boolean) {
    const { ownerId, user, permission } = budget;
    const stored = found(await stores.activity.find(ownerId, id), "Entry");
    const { entry: undone, origin } = stored;
    const may = (right: Right) => permission === "owner" || permits(permission, right);
    const problem = undoProblem(undone, { now: clock(), may });
    if (problem) throw cannotUndo(problem);
    const first = origin ? ((await stores.activity.find(ownerId, origin.id))?.entry ?? null) : null;
    let undoId = "";
    const undo = <Kind extends ActivityKind>(entry: EntryOf<Kind>) =>
      UNDO[entry.kind](stores, {
        ownerId,
        entry,
        overwrite,
        record({ revision } = { revision: null }, overwritten) {
          undoId = entryId(Math.max(ids(), Number(id) + 1, (revision ?? 0) + 1));
          const by = { id: undoId, at: clock(), by: user.id };
          return {
            entry: undoOf(overwritten ? { ...entry, after: overwritten } : entry, by),
            undoing: undoingOf(stored, undoId, first),
          };
        },
      });
    if ((await undo(undone)) === "changed") return "changed";
    budget.noteEntry?.(undoId);
    if (undone.kind !== "goal" && undone.kind !== "milestone") await watchPlan(budget, "anything");
    return (await stores.activity.find(ownerId, undoId))?.entry ?? "changed";
  }

  return (budget: OpenBudget, id: string, overwrite = false): Promise<ActivityEntry> =>
    retryOnConflict(
      () => attempt(budget, id, overwrite),
      () => changedMeanwhile("This"),
    );
}

const UNDO: { [Kind in ActivityKind]: (stores: UndoStores, undo: Undo<Kind>) => Promise<Undone> } = {
  transaction: undoTransaction,
  category: undoCategory,
  plan: undoPlan,
  month: undoMonth,
  goal: undoGoal,
  milestone: undoMilestone,
  subscription: undoSubscription,
  import: undoImport,
  share: () => Promise.reject(cannotUndo("share")),
};

const PROBLEMS: Record<Exclude<UndoProblem, "not-allowed">, string> = {
  share: "This cannot be undone. Share the budget again instead.",
  undone: "This was already undone",
  "too-old": "This is more than thirty days ago, so it cannot be undone any more",
};

function cannotUndo(problem: UndoProblem): Refusal {
  return problem === "not-allowed" ? notPermitted() : new Refusal("conflict", PROBLEMS[problem]);
}
