import { MAX_MILESTONES, type MilestoneStore } from "@coffer/core/goals";
import type { Milestone } from "@coffer/domain/goal";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { ABSENT, ConditionFailed, PRESENT, succeeds } from "./conditions.ts";
import { goalKey, milestonesPrefix } from "./goals.ts";
import { createIdempotently } from "./idempotency.ts";
import type { Item, Key, WriteInput } from "./item.ts";
import { budgetPartition, idText } from "./keys.ts";
import { storedCents } from "./stored.ts";
import type { Table } from "./table.ts";

const milestoneKey = (ownerId: Id, goalId: Id, id: Id): Key => ({
  pk: budgetPartition(ownerId),
  sk: `${milestonesPrefix(goalId)}${idText(id)}`,
});

const stored = v.object({
  id: v.number(),
  goalId: v.number(),
  name: v.string(),
  amount: storedCents,
  description: v.nullable(v.string()),
});
export const milestoneFromItem = (item: Item): Milestone => v.parse(stored, item);
export const milestoneItem = (ownerId: Id, milestone: Milestone): Item & Key => ({
  ...milestoneKey(ownerId, milestone.goalId, milestone.id),
  ...milestone,
});

/** Changes the goal's count of milestones along with them; fails without the goal or room for another. */
const count = (ownerId: Id, goalId: Id, by: 1 | -1): WriteInput => ({
  Update: {
    Key: goalKey(ownerId, goalId),
    UpdateExpression: "ADD milestoneCount :by",
    ConditionExpression: "attribute_exists(pk) AND milestoneCount < :room",
    ExpressionAttributeValues: { ":by": by, ":room": MAX_MILESTONES + (by < 0 ? 1 : 0) },
  },
});

export function createMilestoneStore(table: Table): MilestoneStore {
  return {
    async list(ownerId, goalId) {
      const items = await table.list(budgetPartition(ownerId), milestonesPrefix(goalId));
      return items.map(milestoneFromItem);
    },

    async add(ownerId, milestone, idempotencyKey, now) {
      try {
        return await createIdempotently(table, {
          pk: budgetPartition(ownerId),
          idempotencyKey,
          now,
          value: milestone,
          parse: milestoneFromItem,
          writes: [
            count(ownerId, milestone.goalId, 1),
            { Put: { Item: milestoneItem(ownerId, milestone), ...ABSENT } },
          ],
        });
      } catch (error) {
        if (!(error instanceof ConditionFailed && error.index === 0)) throw error;
        return error.item ? "full" : "noGoal";
      }
    },

    replace: (ownerId, milestone) => succeeds(() => table.put(milestoneItem(ownerId, milestone), PRESENT)),

    remove(ownerId, goalId, id) {
      const milestone: WriteInput = { Delete: { Key: milestoneKey(ownerId, goalId, id), ...PRESENT } };
      return succeeds(() => table.transact([milestone, count(ownerId, goalId, -1)]));
    },
  };
}
