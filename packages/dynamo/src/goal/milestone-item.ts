import { storedOf } from "@coffer/domain/definition/kind";
import { milestone } from "@coffer/domain/goal/definition";
import type { Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { budgetKey, type Item, idText, type Key } from "../table/item.ts";

export const GOAL_PREFIX = "GOAL#";
export const goalKey = (ownerId: Id, id: Id) => budgetKey(ownerId, `${GOAL_PREFIX}${idText(id)}`);

export const MILESTONES_PREFIX = "MILESTONE#";
/** The place of one goal's milestones in its budget's partition. */
export const milestonesPrefix = (goalId: Id): string => `${MILESTONES_PREFIX}${idText(goalId)}#`;
export const milestoneKey = (ownerId: Id, goalId: Id, id: Id) =>
  budgetKey(ownerId, `${milestonesPrefix(goalId)}${idText(id)}`);

const stored = storedOf(milestone);
export const milestoneFromItem = (item: Item): Milestone => v.parse(stored, item);
export const milestoneItem = (ownerId: Id, milestone: Milestone): Item & Key => ({
  ...milestoneKey(ownerId, milestone.goalId, milestone.id),
  ...milestone,
});
