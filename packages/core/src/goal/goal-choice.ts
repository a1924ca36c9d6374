import type { Goal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { invalid, type Refusal } from "../refusal.ts";
import type { GoalStore } from "./goal-store.ts";

// Chooses the goal that a transaction contributes to, among those of its category.

type GoalOfCategory = Pick<Goal, "id" | "categoryId" | "status">;
type Chosen = { categoryId: Id; goalId?: Id | null | undefined };
type GoalStores = { goals: Pick<GoalStore, "list"> };

const isUnderWay = ({ status }: Pick<Goal, "status">): boolean => status === "in-progress";
const underWay = async ({ goals }: GoalStores, ownerId: Id): Promise<Goal[]> =>
  (await goals.list(ownerId)).filter(isUnderWay);

/** The only goal in progress of a category; undefined if there are none or several. */
export const onlyGoal = async (
  stores: GoalStores,
  ownerId: Id,
  categoryId: Id | null,
): Promise<Id | undefined> =>
  categoryId === null ? undefined : onlyOf(await underWay(stores, ownerId), categoryId);

/** Returns the same lookup for many categories. */
export async function onlyGoals(
  stores: GoalStores,
  ownerId: Id,
): Promise<(categoryId: Id) => Id | undefined> {
  const goals = await underWay(stores, ownerId);
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
  all: readonly GoalOfCategory[],
  rows: readonly T[],
  before: readonly (Chosen | undefined)[] = [],
): T[] {
  const goals = all.filter(isUnderWay);
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
  const goals = rows.some(({ goalId }) => goalId) ? await underWay(stores, ownerId) : [];
  return (row: Partial<Chosen>, path = "goalId"): Refusal | undefined =>
    row.goalId && !isOf(goals, row) ? unfitGoal(path) : undefined;
}

const isOf = (goals: readonly GoalOfCategory[], { categoryId, goalId }: Partial<Chosen>): boolean =>
  goals.some((goal) => goal.id === goalId && goal.categoryId === categoryId);

const unfitGoal = (path: string) => invalid(path, "Choose a goal of this category");

function onlyOf(goals: readonly GoalOfCategory[], categoryId: Id): Id | undefined {
  const own = goals.filter((goal) => goal.categoryId === categoryId);
  return own.length === 1 ? own[0]?.id : undefined;
}
