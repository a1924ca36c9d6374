import type { GoalStore } from "@coffer/core/goal/goals";
import { storedOf } from "@coffer/domain/definition/kind";
import { type Goal, goal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { ZERO } from "@coffer/domain/money/money";
import * as v from "valibot";
import {
  asRead,
  deleteAsRead,
  putAsRead,
  revisionOf,
  saveRecorded,
  versionOf,
} from "../activity/activity-writes.ts";
import { categoryExists } from "../category/category-check.ts";
import { resolveCategories } from "../category/resolve-category.ts";
import { assign } from "../table/assign.ts";
import { both, stillIs, unlessFailed } from "../table/conditions.ts";
import { createRecorded } from "../table/idempotency.ts";
import type { Item, Key } from "../table/item.ts";
import { budgetPartition } from "../table/keys.ts";
import { keyedBetween } from "../table/queries.ts";
import type { Table } from "../table/table.ts";
import {
  contributionFromItem,
  contributionKey,
  contributionPut,
  contributionsPrefix,
} from "./contribution-item.ts";
import { GOAL_PREFIX, goalKey, milestoneItem, milestoneKey } from "./milestone-item.ts";

const stored = storedOf(goal);
export const goalFromItem = (item: Item): Goal => v.parse(stored, item);

export const goalItem = (ownerId: Id, goal: Goal, milestoneCount: number): Item & Key => ({
  ...goalKey(ownerId, goal.id),
  ...goal,
  milestoneCount,
});

export function createGoalStore(table: Table): GoalStore {
  const checks = (ownerId: Id, { categoryId }: Pick<Goal, "categoryId">) =>
    categoryId === null ? [] : [categoryExists(ownerId, categoryId)];

  /** "noCategory" where the check of the category failed, which is the second write. */
  const withCheck = <T>(write: () => Promise<T>) =>
    unlessFailed(write, ({ index }) => (index === 1 ? ("noCategory" as const) : ("changed" as const)));

  return {
    async get(ownerId, id) {
      const item = await table.get(goalKey(ownerId, id));
      if (!item) return undefined;
      const [value] = await resolveCategories(table, ownerId, [goalFromItem(item)]);
      return value && { value, version: versionOf(item) };
    },

    async list(ownerId) {
      const items = await table.list(budgetPartition(ownerId), GOAL_PREFIX);
      return resolveCategories(table, ownerId, items.map(goalFromItem));
    },

    async contributions(ownerId, goalId, before, limit) {
      const prefix = contributionsPrefix(goalId);
      // "~" sorts after every id, and the id before one ends its range.
      const to = before === undefined ? `${prefix}~` : contributionKey(ownerId, goalId, before - 1).sk;
      const range = keyedBetween(budgetPartition(ownerId), prefix, to);
      const { items } = await table.page({ ...range, ScanIndexForward: false, Limit: limit });
      return items.map(contributionFromItem);
    },

    async add(ownerId, goal, milestones, recording, idempotencyKey) {
      const item = goalItem(ownerId, goal, milestones.length);
      const own = milestones.map((milestone) => milestoneItem(ownerId, milestone));
      const outcome = await withCheck(() =>
        createRecorded(table, {
          ownerId,
          recording,
          idempotencyKey,
          value: goal,
          parse: (after) => v.parse(stored, after),
          writes: [
            putAsRead(item, null, recording),
            ...checks(ownerId, goal),
            ...own.map((one) => putAsRead(one, null, recording)),
            // Those of a deleted goal are still there when it is back.
            ...(recording.undoing ? [] : contributionPut(ownerId, ZERO, goal, recording)),
          ],
        }),
      );
      return outcome === "changed" ? "idTaken" : outcome;
    },

    replace(ownerId, { value: before, version }, after, recording, idempotencyKey) {
      // One that stays where a deletion moved it is back in its own category when that is restored.
      const stays = after.categoryId === before.categoryId;
      const categoryId = stays ? (version.categoryId ?? null) : after.categoryId;
      const change = {
        Update: {
          Key: goalKey(ownerId, after.id),
          ...assign({ ...after, categoryId, revision: revisionOf(recording) }, asRead(version)),
        },
      };
      return withCheck(() =>
        createRecorded(table, {
          ownerId,
          recording,
          idempotencyKey,
          value: after,
          parse: (stored) => v.parse(storedOf(goal), stored),
          writes: [
            change,
            ...(stays ? [] : checks(ownerId, after)),
            ...contributionPut(ownerId, before.currentAmount, after, recording),
          ],
        }),
      );
    },

    remove(ownerId, { value: goal, version }, milestones, recording) {
      const unchanged = both(asRead(version), stillIs("milestoneCount", milestones.length));
      const deletes = [
        { Delete: { Key: goalKey(ownerId, goal.id), ...unchanged } },
        ...milestones.map((one) => deleteAsRead(milestoneKey(ownerId, goal.id, one.value.id), one.version)),
      ];
      return saveRecorded(table, ownerId, deletes, recording);
    },
  };
}
