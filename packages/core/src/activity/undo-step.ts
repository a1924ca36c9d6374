import {
  type ActivityKind,
  type EntryOf,
  isUnchangedSince,
  type Snapshots,
} from "@coffer/domain/activity/activity";
import type { Id } from "@coffer/domain/id";
import type { CategoryProblem } from "../category/categories.ts";
import { type Current, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import type { Undoing, Version } from "./recording.ts";

export type UndoStores = Pick<
  Stores,
  | "activity"
  | "transactions"
  | "categories"
  | "budgets"
  | "goals"
  | "milestones"
  | "subscriptions"
  | "imports"
>;

/**
 * What the undo of one kind of thing is made of: the entry that is undone, and what records the undo once it is
 * known which version it replaces. "changed" when somebody was faster.
 */
export type Undo<Kind extends ActivityKind> = {
  ownerId: Id;
  entry: EntryOf<Kind>;
  /** `overwritten` is what is there in place of what the entry left. */
  record: (version?: Version, overwritten?: Snapshots[Kind]) => { entry: EntryOf<Kind>; undoing: Undoing };
  /** Whether what was changed since is overwritten. */
  overwrite: boolean;
};
export type Undone = "saved" | "changed";

/**
 * What is there now, where that is not what the entry left and the undo overwrites it: undefined where it is. Otherwise
 * refuses (conflict, with what is there now). What was deleted since has to be brought back first.
 */
export function overwritten<Kind extends ActivityKind>(
  left: Snapshots[Kind] | null,
  now: Snapshots[Kind] | null,
  current: Current,
  overwrite: boolean,
): Snapshots[Kind] | undefined {
  if (isUnchangedSince<Kind>({ after: left }, now)) return undefined;
  if (!overwrite || !now) throw changedSince(current);
  return now;
}

export function changedSince(current: Current): Refusal {
  return new Refusal("conflict", "This was changed since, so it cannot simply be undone", { current });
}

/** Its category went away since, or became one of the other type. */
export function unfitForUndo(problem: CategoryProblem): Refusal {
  return new Refusal(
    "conflict",
    problem === "noCategory"
      ? "Its category was deleted. Undo that first."
      : "Its category is of the other type now. Change that first.",
  );
}
