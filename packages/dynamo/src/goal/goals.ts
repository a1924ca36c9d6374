import type { GoalStore } from "@coffer/core/goal/goal-store";
import { storedOf } from "@coffer/domain/definition/kind";
import { goal } from "@coffer/domain/goal/definition";
import type { Goal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { versionOf } from "../activity/activity-writes.ts";
import { resolveCategories } from "../category/resolve-category.ts";
import { budgetPartition, type Item, type Key, keyedBetween } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { contributionFromItem, contributionKey, contributionsPrefix } from "./contribution-item.ts";
import { GOAL_PREFIX, goalKey, milestoneFromItem, milestonesPrefix } from "./milestone-item.ts";

const stored = storedOf(goal);
export const goalFromItem = (item: Item): Goal => v.parse(stored, item);

export const goalItem = (ownerId: Id, goal: Goal, milestoneCount: number): Item & Key => ({
  ...goalKey(ownerId, goal.id),
  ...goal,
  milestoneCount,
});

/** With the categories that were named when each was written. */
export async function goalItems(table: Table, ownerId: Id): Promise<Goal[]> {
  return (await table.list(budgetPartition(ownerId), GOAL_PREFIX)).map(goalFromItem);
}

export function createGoalStore(table: Table): GoalStore {
  return {
    list: async (ownerId) => resolveCategories(table, ownerId, await goalItems(table, ownerId)),

    async milestones(ownerId, goalId) {
      const items = await table.list(budgetPartition(ownerId), milestonesPrefix(goalId));
      return items.map((item) => ({ value: milestoneFromItem(item), version: versionOf(item) }));
    },

    async contributions(ownerId, goalId, before, limit) {
      const prefix = contributionsPrefix(goalId);
      // "~" sorts after every id, and the id before one ends its range.
      const to = before === undefined ? `${prefix}~` : contributionKey(ownerId, goalId, before - 1).sk;
      const range = keyedBetween(budgetPartition(ownerId), prefix, to);
      const { items } = await table.page({ ...range, ScanIndexForward: false, Limit: limit });
      return items.map(contributionFromItem);
    },
  };
}
