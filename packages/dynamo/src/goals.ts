import { randomUUID } from "node:crypto";
import type { GoalStore } from "@coffer/core/goals";
import { GOAL_COLORS, GOAL_ICONS, GOAL_STATUSES, type Goal } from "@coffer/domain/goal";
import type { Id } from "@coffer/domain/id";
import { MAX_AMOUNT, minus } from "@coffer/domain/money";
import * as v from "valibot";
import { assign } from "./assign.ts";
import { categoryExists } from "./category-check.ts";
import { ABSENT, ConditionFailed, PRESENT } from "./conditions.ts";
import { createIdempotently } from "./idempotency.ts";
import type { Item, Key, WriteInput } from "./item.ts";
import { budgetPartition, idText } from "./keys.ts";
import { readCategories, resolveCategories } from "./resolve-category.ts";
import { storedCents, storedDay } from "./stored.ts";
import type { Table } from "./table.ts";

export const GOAL_PREFIX = "GOAL#";
export const goalKey = (ownerId: Id, id: Id): Key => ({
  pk: budgetPartition(ownerId),
  sk: `${GOAL_PREFIX}${idText(id)}`,
});
export const MILESTONES_PREFIX = "MILESTONE#";
/** Where the milestones of one goal stand in its budget's partition. */
export const milestonesPrefix = (goalId: Id): string => `${MILESTONES_PREFIX}${idText(goalId)}#`;

const stored = v.object({
  id: v.number(),
  name: v.string(),
  description: v.nullable(v.string()),
  targetAmount: storedCents,
  currentAmount: storedCents,
  startDate: storedDay,
  targetDate: storedDay,
  categoryId: v.nullable(v.number()),
  icon: v.picklist(GOAL_ICONS),
  color: v.picklist(GOAL_COLORS),
  status: v.picklist(GOAL_STATUSES),
});
export const goalFromItem = (item: Item): Goal => v.parse(stored, item);

export const goalItem = (ownerId: Id, goal: Goal, milestoneCount: number): Item & Key => ({
  ...goalKey(ownerId, goal.id),
  ...goal,
  milestoneCount,
});

export function createGoalStore(table: Table): GoalStore {
  const resolved = async (ownerId: Id, item: Item) =>
    (await resolveCategories(table, ownerId, [goalFromItem(item)]))[0];
  const get = async (ownerId: Id, id: Id) => {
    const item = await table.get(goalKey(ownerId, id));
    return item && resolved(ownerId, item);
  };
  const checks = (ownerId: Id, { categoryId }: Pick<Goal, "categoryId">) =>
    categoryId === null ? [] : [categoryExists(ownerId, categoryId)];

  return {
    get,

    async list(ownerId) {
      const items = await table.list(budgetPartition(ownerId), GOAL_PREFIX);
      return resolveCategories(table, ownerId, items.map(goalFromItem));
    },

    async add(ownerId, goal, idempotencyKey, now) {
      const item = goalItem(ownerId, goal, 0);
      try {
        return await createIdempotently(table, {
          pk: budgetPartition(ownerId),
          idempotencyKey,
          now,
          value: goal,
          parse: goalFromItem,
          writes: [{ Put: { Item: item, ...ABSENT } }, ...checks(ownerId, goal)],
        });
      } catch (error) {
        if (error instanceof ConditionFailed && error.index === 1) return "noCategory";
        throw error;
      }
    },

    async change(ownerId, id, draft) {
      const item = await table.get(goalKey(ownerId, id));
      if (!item) return undefined;
      const { categoryId } = goalFromItem(item);
      const { resolve } = await readCategories(table, ownerId);
      // One that stays where a deletion moved it is back in its own category when that is restored.
      const stays = categoryId !== null && resolve(categoryId).categoryId === draft.categoryId;
      const fields = stays ? { ...draft, categoryId } : draft;
      const change = { Update: { Key: goalKey(ownerId, id), ...assign(fields), ...PRESENT } };
      try {
        await table.transact([change, ...checks(ownerId, draft)]);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return error.index === 1 ? "noCategory" : undefined;
      }
      const changed = await table.get(goalKey(ownerId, id));
      return changed && { ...goalFromItem(changed), categoryId: draft.categoryId };
    },

    async setStatus(ownerId, id, status) {
      try {
        const item = await table.update({ Key: goalKey(ownerId, id), ...assign({ status }), ...PRESENT });
        return await resolved(ownerId, item);
      } catch (error) {
        if (error instanceof ConditionFailed) return undefined;
        throw error;
      }
    },

    async contribute(ownerId, id, amount, idempotencyKey, now) {
      const add: WriteInput = {
        Update: {
          Key: goalKey(ownerId, id),
          UpdateExpression: "ADD currentAmount :amount",
          ConditionExpression: "attribute_exists(pk) AND currentAmount <= :room",
          ExpressionAttributeValues: { ":amount": amount, ":room": minus(MAX_AMOUNT, amount) },
        },
      };
      try {
        // The kept answer only says which goal: what it holds is read, as other contributions count too.
        const value = { id };
        // A promise even where nobody asked for one: a repeat after a lost answer must not add twice.
        const record = idempotencyKey ?? { key: randomUUID(), request: "" };
        const outcome = await createIdempotently(table, {
          pk: budgetPartition(ownerId),
          idempotencyKey: record,
          now,
          value,
          parse: () => value,
          writes: [add],
        });
        return typeof outcome === "string" ? outcome : await get(ownerId, id);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return error.item ? "tooMuch" : undefined;
      }
    },

    /** Goal and milestones go in one transaction; the count on the goal says that none was added meanwhile. */
    async remove(ownerId, id) {
      for (let attempt = 0; attempt < 5; attempt++) {
        const milestones = await table.query({
          KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
          ExpressionAttributeValues: { ":pk": budgetPartition(ownerId), ":prefix": milestonesPrefix(id) },
          ProjectionExpression: "pk, sk",
          ConsistentRead: true,
        });
        const goal: WriteInput = {
          Delete: {
            Key: goalKey(ownerId, id),
            ConditionExpression: "milestoneCount = :count",
            ExpressionAttributeValues: { ":count": milestones.length },
          },
        };
        try {
          await table.transact([goal, ...milestones.map(({ pk, sk }) => ({ Delete: { Key: { pk, sk } } }))]);
          return "removed";
        } catch (error) {
          if (!(error instanceof ConditionFailed)) throw error;
          if (!error.item) return "notFound";
        }
      }
      return "changed";
    },
  };
}
