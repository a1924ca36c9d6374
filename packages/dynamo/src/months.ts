import type { MonthFacts } from "@coffer/core/budgets";
import type { Plan } from "@coffer/domain/budget";
import type { Id } from "@coffer/domain/id";
import { cents, plus } from "@coffer/domain/money";
import { addMonthsTo, type Month, monthOfDay, monthsBetween, parseMonth } from "@coffer/domain/month";
import * as v from "valibot";
import { PRESENT } from "./conditions.ts";
import { type Deletion, readDeletions } from "./deletions.ts";
import { budgetPartition, idText } from "./keys.ts";
import { storedCents } from "./stored.ts";
import type { Item, Key, Table, WriteInput } from "./table.ts";
import { transactionsIn } from "./transactions.ts";

const storedMonth = v.custom<Month>((value) => typeof value === "string" && parseMonth(value) !== undefined);

export const PLAN_PREFIX = "PLAN#";
const planKey = (ownerId: Id, month: Month, categoryId: Id): Key => ({
  pk: budgetPartition(ownerId),
  sk: `${PLAN_PREFIX}${month}#${idText(categoryId)}`,
});
const storedPlan = v.object({
  month: storedMonth,
  categoryId: v.number(),
  projected: storedCents,
  savedAt: v.optional(v.number()),
});
type StoredPlan = v.InferOutput<typeof storedPlan>;

/** `savedAt`, in milliseconds, tells a plan that was made after a deletion from one that the deletion adds to. */
export function planItem(ownerId: Id, plan: Plan, savedAt: number): Item & Key {
  return { ...planKey(ownerId, plan.month, plan.categoryId), date: planDate(plan), ...plan, savedAt };
}
const planDate = ({ month, categoryId }: Omit<Plan, "projected">) => `${month}#PLAN#${idText(categoryId)}`;

/**
 * Takes the item of a plan whose category was deleted; returns the write that takes it away and, when it moves, the
 * one that adds it to the target's plan.
 */
export function movingPlan(ownerId: Id, item: Item, { moveTo, startedAt }: Deletion): WriteInput[] {
  const { month, categoryId, projected } = v.parse(storedPlan, item);
  const take = {
    Delete: { Key: planKey(ownerId, month, categoryId), ...PRESENT },
  };
  if (moveTo === null) return [take];
  const add = {
    Update: {
      Key: planKey(ownerId, month, moveTo),
      UpdateExpression:
        "SET projected = if_not_exists(projected, :none) + :more, #date = :date, #month = :month, categoryId = :to",
      ConditionExpression: "attribute_not_exists(savedAt) OR savedAt <= :startedAt",
      ExpressionAttributeNames: { "#date": "date", "#month": "month" },
      ExpressionAttributeValues: {
        ":none": 0,
        ":more": projected,
        ":date": planDate({ month, categoryId: moveTo }),
        ":month": month,
        ":to": moveTo,
        ":startedAt": startedAt,
      },
    },
  };
  return [take, add];
}

export const monthKey = (ownerId: Id, month: Month): Key => ({
  pk: budgetPartition(ownerId),
  sk: `MONTH#${month}`,
});
export const monthDate = (month: Month) => `${month}#MONTH`;
const storedReset = v.object({ month: storedMonth, actualsResetAt: v.nullable(v.number()) });

/** The facts of every month from `first` to `last`, in order: one query for all of it, and one for deletions. */
export async function readMonths(
  table: Table,
  ownerId: Id,
  first: Month,
  last: Month,
): Promise<MonthFacts[]> {
  const items = await table.query({
    IndexName: "byDate",
    KeyConditionExpression: "pk = :pk AND #date BETWEEN :first AND :last",
    ExpressionAttributeNames: { "#date": "date" },
    // "~" sorts after the "#" of plans and the "-" of days.
    ExpressionAttributeValues: { ":pk": budgetPartition(ownerId), ":first": first, ":last": `${last}~` },
    ConsistentRead: true,
  });
  const deletions = await readDeletions(table, ownerId);
  const transactions = Map.groupBy(transactionsIn(items, deletions), ({ date }) => monthOfDay(date));
  const plans = Map.groupBy(plansIn(items, deletions), ({ month }) => month);
  const resets = new Map(
    itemsAt(items, "MONTH#").map((item) => {
      const { month, actualsResetAt } = v.parse(storedReset, item);
      return [month, actualsResetAt];
    }),
  );
  return Array.from({ length: monthsBetween(first, last) + 1 }, (_, index) => {
    const month = addMonthsTo(first, index);
    return {
      month,
      plans: plans.get(month) ?? [],
      transactions: transactions.get(month) ?? [],
      resetAt: resets.get(month) ?? null,
    };
  });
}

/** Does to the plans read what the deletions, oldest first, do to the plans kept. */
function plansIn(items: readonly Item[], deletions: readonly Deletion[]): Plan[] {
  const plans = new Map(
    itemsAt(items, PLAN_PREFIX).map((item) => {
      const plan = v.parse(storedPlan, item);
      return [planDate(plan), plan];
    }),
  );
  for (const deletion of deletions) {
    const gone = [...plans].filter(([, { categoryId }]) => categoryId === deletion.category);
    for (const [date, plan] of gone) {
      plans.delete(date);
      if (deletion.moveTo !== null) addTo(plans, plan, deletion.moveTo, deletion.startedAt);
    }
  }
  return [...plans.values()].map(({ month, categoryId, projected }) => ({ month, categoryId, projected }));
}

function addTo(
  plans: Map<string, StoredPlan>,
  { month, projected }: StoredPlan,
  categoryId: Id,
  startedAt: number,
) {
  const date = planDate({ month, categoryId });
  const { projected: own = cents(0), savedAt } = plans.get(date) ?? {};
  if (savedAt !== undefined && savedAt > startedAt) return;
  plans.set(date, { month, categoryId, projected: plus(own, projected), savedAt });
}

const itemsAt = (items: readonly Item[], prefix: string) =>
  items.filter((item) => String(item.sk).startsWith(prefix));
