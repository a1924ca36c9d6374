import type { Versioned } from "@coffer/core/activity/recording";
import type { MilestoneStore } from "@coffer/core/goal/goals";
import type { Milestone } from "@coffer/domain/goal/goal";
import { MAX_MILESTONES } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { deleteAsRead, putAsRead, saveRecorded, versionOf } from "../activity/activity-writes.ts";
import { unlessFailed } from "../table/conditions.ts";
import { createRecorded } from "../table/idempotency.ts";
import type { Item, WriteInput } from "../table/item.ts";
import { budgetPartition } from "../table/keys.ts";
import type { Table } from "../table/table.ts";
import {
  goalKey,
  milestoneFromItem,
  milestoneItem,
  milestoneKey,
  milestoneSnapshot,
  milestonesPrefix,
} from "./milestone-item.ts";

/** Changes the goal's count of milestones along with them; fails without the goal or room for another. */
const count = (ownerId: Id, goalId: Id, by: 1 | -1): WriteInput => ({
  Update: {
    Key: goalKey(ownerId, goalId),
    UpdateExpression: "ADD milestoneCount :by",
    ConditionExpression: "attribute_exists(pk) AND milestoneCount < :room",
    ExpressionAttributeValues: { ":by": by, ":room": MAX_MILESTONES + (by < 0 ? 1 : 0) },
  },
});

const versioned = (item: Item): Versioned<Milestone> => ({
  value: milestoneFromItem(item),
  version: versionOf(item),
});

export function createMilestoneStore(table: Table): MilestoneStore {
  return {
    async list(ownerId, goalId) {
      const items = await table.list(budgetPartition(ownerId), milestonesPrefix(goalId));
      return items.map(versioned);
    },

    async get(ownerId, goalId, id) {
      const item = await table.get(milestoneKey(ownerId, goalId, id));
      return item && versioned(item);
    },

    async add(ownerId, milestone, recording, idempotencyKey) {
      const put = putAsRead(milestoneItem(ownerId, milestone), null, recording);
      const creation = {
        ownerId,
        recording,
        idempotencyKey,
        value: milestone,
        parse: (after: unknown) => v.parse(milestoneSnapshot, after),
        writes: [count(ownerId, milestone.goalId, 1), put],
      };
      return unlessFailed(
        () => createRecorded(table, creation),
        (failure) => {
          if (failure.index > 0) throw failure;
          return failure.item ? "full" : "noGoal";
        },
      );
    },

    replace(ownerId, { version }, after, recording) {
      const put = putAsRead(milestoneItem(ownerId, after), version, recording);
      return saveRecorded(table, ownerId, [put], recording);
    },

    remove(ownerId, { value: { id, goalId }, version }, recording) {
      const remove = deleteAsRead(milestoneKey(ownerId, goalId, id), version);
      return saveRecorded(table, ownerId, [remove, count(ownerId, goalId, -1)], recording);
    },
  };
}
