import type { GoalStore } from "@coffer/core/goal/goal-store";
import type { EntryOf } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import { storedOf } from "@coffer/domain/definition/kind";
import { contribution, goal, milestone } from "@coffer/domain/goal/definition";
import type { Contribution, Goal, Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { type Cents, minus } from "@coffer/domain/money/money";
import * as v from "valibot";
import { versionOf } from "../activity/activity-writes.ts";
import { resolveCategories } from "../category/resolve-category.ts";
import { ABSENT } from "../table/conditions.ts";
import {
  type Item,
  idText,
  type Key,
  keyedBetween,
  ledgerKey,
  ledgerPartition,
  type WriteInput,
} from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";

export const GOAL_PREFIX = "GOAL#";
export const goalKey = (ownerId: Id, id: Id) => ledgerKey(ownerId, `${GOAL_PREFIX}${idText(id)}`);

const storedGoal = storedOf(goal);
export const goalFromItem = (item: Item): Goal => v.parse(storedGoal, item);

export const goalItem = (ownerId: Id, goal: Goal, milestoneCount: number): Item & Key => ({
  ...goalKey(ownerId, goal.id),
  ...goal,
  milestoneCount,
});

/** With the categories that were named when each was written. */
export async function goalItems(table: Table, ownerId: Id): Promise<Goal[]> {
  return readEach(await table.list(ledgerPartition(ownerId), GOAL_PREFIX), goalFromItem);
}

export const MILESTONES_PREFIX = "MILESTONE#";
/** The prefix of one goal's milestones in its budget's partition. */
export const milestonesPrefix = (goalId: Id): string => `${MILESTONES_PREFIX}${idText(goalId)}#`;
export const milestoneKey = (ownerId: Id, goalId: Id, id: Id) =>
  ledgerKey(ownerId, `${milestonesPrefix(goalId)}${idText(id)}`);

const storedMilestone = storedOf(milestone);
export const milestoneFromItem = (item: Item): Milestone => v.parse(storedMilestone, item);
export const milestoneItem = (ownerId: Id, milestone: Milestone): Item & Key => ({
  ...milestoneKey(ownerId, milestone.goalId, milestone.id),
  ...milestone,
});

export const CONTRIBUTION_PREFIX = "CONTRIBUTION#";
/** The prefix of one goal's contributions in its budget's partition. */
export const contributionsPrefix = (goalId: Id): string => `${CONTRIBUTION_PREFIX}${idText(goalId)}#`;
export const contributionKey = (ownerId: Id, goalId: Id, id: Id) =>
  ledgerKey(ownerId, `${contributionsPrefix(goalId)}${idText(id)}`);

const storedContribution = storedOf(contribution);
export const contributionFromItem = (item: Item): Contribution => v.parse(storedContribution, item);
export const contributionItem = (ownerId: Id, contribution: Contribution): Item & Key => ({
  ...contributionKey(ownerId, contribution.goalId, contribution.id),
  ...contribution,
});

/** The write that tells of a change of the goal's current amount; none where it stays. Its id is that of the entry. */
export function contributionPut(
  ownerId: Id,
  before: Cents,
  { id: goalId, currentAmount }: Goal,
  { id, at, by }: Pick<EntryOf<ActivityKind>, "id" | "at" | "by">,
): WriteInput[] {
  const amount = minus(currentAmount, before);
  if (amount === 0) return [];
  const line = {
    id: Number(id),
    goalId,
    amount,
    balance: currentAmount,
    at,
    ...(by !== null && { createdBy: by }),
  };
  return [{ Put: { Item: contributionItem(ownerId, line), ...ABSENT } }];
}

export function createGoalStore(table: Table): GoalStore {
  return {
    list: async (ownerId) => resolveCategories(table, ownerId, await goalItems(table, ownerId)),

    async milestones(ownerId, goalId) {
      const items = await table.list(ledgerPartition(ownerId), milestonesPrefix(goalId));
      return readEach(items, (item) => ({ value: milestoneFromItem(item), version: versionOf(item) }));
    },

    async contributions(ownerId, goalId, before, limit) {
      const prefix = contributionsPrefix(goalId);
      // "~" sorts after every id, and the id before one ends its range.
      const to = before === undefined ? `${prefix}~` : contributionKey(ownerId, goalId, before - 1).sk;
      const range = keyedBetween(ledgerPartition(ownerId), prefix, to);
      const { items } = await table.page({ ...range, ScanIndexForward: false, Limit: limit });
      return readEach(items, contributionFromItem);
    },
  };
}
