import type { EntryOf } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import { storedOf } from "@coffer/domain/definition/kind";
import { contribution } from "@coffer/domain/goal/definition";
import type { Contribution, Goal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { type Cents, minus } from "@coffer/domain/money/money";
import * as v from "valibot";
import { ABSENT } from "../table/conditions.ts";
import { budgetKey, type Item, idText, type Key, type WriteInput } from "../table/item.ts";

export const CONTRIBUTION_PREFIX = "CONTRIBUTION#";
/** The place of one goal's contributions in its budget's partition. */
export const contributionsPrefix = (goalId: Id): string => `${CONTRIBUTION_PREFIX}${idText(goalId)}#`;
export const contributionKey = (ownerId: Id, goalId: Id, id: Id) =>
  budgetKey(ownerId, `${contributionsPrefix(goalId)}${idText(id)}`);

const stored = storedOf(contribution);
export const contributionFromItem = (item: Item): Contribution => v.parse(stored, item);
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
