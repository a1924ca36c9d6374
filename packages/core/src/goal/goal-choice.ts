import { type Goal, openGoalsOf } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { invalid, type Refusal } from "../refusal.ts";
import type { GoalStore } from "../stores.ts";

// Chooses the goal that a transaction contributes to, among those of its category.

type GoalOfCategory = Pick<Goal, "id" | "categoryId" | "status">;
type Chosen = { categoryId: Id; goalId?: Id | null | undefined };
type GoalStores = { goals: Pick<GoalStore, "list"> };

/** The only goal in progress of a category; undefined if there are none or several. */
export const onlyGoal = async (
  { goals }: GoalStores,
  ownerId: Id,
  categoryId: Id | null,
): Promise<Id | undefined> =>
  categoryId === null ? undefined : onlyOf(await goals.list(ownerId), categoryId);

/** Returns the same lookup for many categories. */
export async function onlyGoals(
  stores: GoalStores,
  ownerId: Id,
): Promise<(categoryId: Id) => Id | undefined> {
  const goals = await stores.goals.list(ownerId);
  return (categoryId) => onlyOf(goals, categoryId);
}

/**
 * Sets each row's goal: the one that it names, or its category's only goal in progress; null means none on purpose. A
 * row that stays in the category of `before` keeps its goal. Refuses (invalid) a goal of another category.
 */
export async function withGoals<T extends Chosen>(
  stores: GoalStores,
  ownerId: Id,
  rows: readonly T[],
  before: readonly (Chosen | undefined)[] = [],
): Promise<T[]> {
  const isChosen = rows.every((row, index) => row.goalId === null || isKept(row, before[index]));
  return withGoalsOf(isChosen ? [] : await stores.goals.list(ownerId), rows, before);
}

const isKept = ({ categoryId, goalId }: Chosen, before: Chosen | undefined): boolean =>
  before?.categoryId === categoryId && (goalId === undefined || goalId === before.goalId);

/** The same with the ledger's goals. */
export function withGoalsOf<T extends Chosen>(
  goals: readonly GoalOfCategory[],
  rows: readonly T[],
  before: readonly (Chosen | undefined)[] = [],
): T[] {
  return rows.map((row, index) => {
    if (isKept(row, before[index])) return { ...row, goalId: before[index]?.goalId };
    if (row.goalId === null) return row;
    // The row was moved to another category and still names the old category's goal.
    const isStale = row.goalId !== undefined && row.goalId === before[index]?.goalId;
    if (row.goalId === undefined || isStale) return { ...row, goalId: onlyOf(goals, row.categoryId) };
    if (!isOf(goals, row)) throw unfitGoal("goalId");
    return row;
  });
}

/** Returns a check: the refusal of a row whose goal is not in progress in its category, else undefined. */
export async function unfitGoalCheck(stores: GoalStores, ownerId: Id, rows: readonly Partial<Chosen>[]) {
  const goals = rows.some(({ goalId }) => goalId) ? await stores.goals.list(ownerId) : [];
  return (row: Partial<Chosen>, path = "goalId"): Refusal | undefined =>
    row.goalId && !isOf(goals, row) ? unfitGoal(path) : undefined;
}

const isOf = (goals: readonly GoalOfCategory[], { categoryId, goalId }: Partial<Chosen>): boolean =>
  openGoalsOf(categoryId, goals).some(({ id }) => id === goalId);

const unfitGoal = (path: string) => invalid(path, "Choose a goal of this category");

function onlyOf(goals: readonly GoalOfCategory[], categoryId: Id): Id | undefined {
  const [only, ...others] = openGoalsOf(categoryId, goals);
  return others.length === 0 ? only?.id : undefined;
}
