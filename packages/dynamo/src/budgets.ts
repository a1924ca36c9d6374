import type { BudgetStore } from "@coffer/core/budgets";
import type { Plan } from "@coffer/domain/budget";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { categoryExists } from "./category-check.ts";
import { type Condition, ConditionFailed, PRESENT, succeeds } from "./conditions.ts";
import { monthDate, monthKey, planItem, readMonths } from "./months.ts";
import type { Table } from "./table.ts";

const resetAt = v.nullish(v.number(), null);

export function createBudgetStore(table: Table): BudgetStore {
  const put = (ownerId: Id, plan: Plan, now: number, condition?: Condition) =>
    table.transact([
      categoryExists(ownerId, plan.categoryId),
      { Put: { Item: planItem(ownerId, plan, now), ...condition } },
    ]);

  return {
    months: (ownerId, first, last) => readMonths(table, ownerId, first, last),

    save: (ownerId, plan, now) => succeeds(() => put(ownerId, plan, now)),

    replace: (ownerId, plan, now) => succeeds(() => put(ownerId, plan, now, PRESENT)),

    async reset(ownerId, month, now) {
      const reset = {
        Key: monthKey(ownerId, month),
        UpdateExpression:
          "SET previousResetAt = if_not_exists(actualsResetAt, :never), actualsResetAt = :now, #date = :date, #month = :month",
        // Made twice, it would forget what Undo goes back to.
        ConditionExpression: "attribute_not_exists(actualsResetAt) OR actualsResetAt <> :now",
        ExpressionAttributeNames: { "#date": "date", "#month": "month" },
        ExpressionAttributeValues: {
          ":never": null,
          ":now": now,
          ":date": monthDate(month),
          ":month": month,
        },
      };
      await succeeds(() => table.update(reset));
    },

    async undoReset(ownerId, month) {
      try {
        const item = await table.update({
          Key: monthKey(ownerId, month),
          UpdateExpression: "SET actualsResetAt = previousResetAt REMOVE previousResetAt",
          ConditionExpression: "attribute_exists(previousResetAt)",
        });
        return v.parse(resetAt, item.actualsResetAt);
      } catch (error) {
        if (error instanceof ConditionFailed) return v.parse(resetAt, error.item?.actualsResetAt);
        throw error;
      }
    },
  };
}
