import { MAX_MILESTONES } from "@coffer/domain/goal/definition";
import type { Id } from "@coffer/domain/id";
import { ZERO } from "@coffer/domain/money/money";
import { asRead } from "../activity/activity-writes.ts";
import { inLiveCategory } from "../category/resolve-category.ts";
import {
  type Codec,
  type Context,
  deleteStep,
  putStep,
  type Step,
  storedCategory,
  unconditional,
} from "../ledger/codec.ts";
import { assign, stillIs } from "../table/conditions.ts";
import {
  contributionPut,
  goalFromItem,
  goalItem,
  goalKey,
  milestoneFromItem,
  milestoneItem,
  milestoneKey,
} from "./goals.ts";

/** A goal comes and goes with its milestones, and counts them. */
export const goalCodec: Codec<"goal"> = {
  key: (ownerId, { id }) => goalKey(ownerId, id),
  fromItem: (item, categories) => inLiveCategory(goalFromItem(item), categories),
  uses({ before, after }) {
    const categoryId = after?.categoryId ?? null;
    return categoryId === null || categoryId === before?.categoryId ? null : { categoryId, holdsType: false };
  },
  steps(change, context) {
    const { before, after, version } = change;
    const { ownerId, entry, revision, isUndo, changes } = context;
    const milestones = changes.filter(({ kind }) => kind === "milestone").length;
    if (!after) {
      if (!before) return [];
      return deleteStep(goalKey(ownerId, before.id), version, stillIs("milestoneCount", milestones));
    }
    // Those of a deleted goal are still there when it is back.
    const contribution =
      isUndo && !before ? [] : contributionPut(ownerId, before?.currentAmount ?? ZERO, after, entry);
    const categoryId = storedCategory(change, after);
    const put: Step = version
      ? {
          write: {
            Update: {
              Key: goalKey(ownerId, after.id),
              ...assign({ ...after, categoryId, revision }, asRead(version)),
            },
          },
          problem: "changed",
        }
      : putStep(goalItem(ownerId, after, milestones), null, context);
    return [put, ...unconditional(contribution)];
  },
};

export const milestoneCodec: Codec<"milestone"> = {
  key: (ownerId, { goalId, id }) => milestoneKey(ownerId, goalId, id),
  fromItem: milestoneFromItem,
  steps({ before, after, version }, context) {
    const { ownerId, changes } = context;
    const isCountedWithGoal = changes.some(({ kind }) => kind === "goal");
    const counted = (goalId: Id, by: 1 | -1) => (isCountedWithGoal ? [] : [countStep(context, goalId, by)]);
    if (after) {
      const put = putStep(milestoneItem(ownerId, after), version, context);
      return version ? [put] : [...counted(after.goalId, 1), put];
    }
    if (!before) return [];
    return [
      ...deleteStep(milestoneKey(ownerId, before.goalId, before.id), version),
      ...counted(before.goalId, -1),
    ];
  },
};

/** Changes the goal's count of milestones along with them; fails without the goal or room for another. */
const countStep = ({ ownerId }: Context, goalId: Id, by: 1 | -1): Step => ({
  write: {
    Update: {
      Key: goalKey(ownerId, goalId),
      UpdateExpression: "ADD milestoneCount :by",
      ConditionExpression: "attribute_exists(pk) AND milestoneCount < :room",
      ExpressionAttributeValues: { ":by": by, ":room": MAX_MILESTONES + (by < 0 ? 1 : 0) },
    },
  },
  problem: (found) => (by < 0 ? "changed" : found ? "full" : "noGoal"),
});
