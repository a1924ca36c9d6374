import type { BudgetStore, PlanChange } from "@coffer/core/budgets";
import type { Id } from "@coffer/domain/id";
import type { Month } from "@coffer/domain/month";
import * as v from "valibot";
import { deleteAsRead, entryWrites, putAsRead, versionOf } from "./activity-writes.ts";
import { categoryExists } from "./category-check.ts";
import { ConditionFailed, unlessChanged } from "./conditions.ts";
import type { WriteInput } from "./item.ts";
import { monthDate, monthKey, planItem, planKey, readMonths, readPlans } from "./months.ts";
import type { Table } from "./table.ts";

const storedReset = v.object({ actualsResetAt: v.nullish(v.number(), null) });

export function createBudgetStore(table: Table): BudgetStore {
  return {
    months: (ownerId, first, last) => readMonths(table, ownerId, first, last),
    plans: (ownerId, month) => readPlans(table, ownerId, month),

    async savePlans(ownerId, month, changes, recording) {
      const { at } = recording.entry;
      const writeOf = ({ categoryId, projected, version }: PlanChange): WriteInput[] => {
        if (projected === null)
          return version ? [deleteAsRead(planKey(ownerId, month, categoryId), version)] : [];
        const item = planItem(ownerId, { month, categoryId, projected }, at);
        return [categoryExists(ownerId, categoryId), putAsRead(item, version, recording)];
      };
      const writes = changes.flatMap(writeOf);
      try {
        await table.transact([...writes, ...entryWrites(ownerId, recording)]);
        return "saved";
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return error.failed.some((index) => writes[index]?.ConditionCheck) ? "noCategory" : "changed";
      }
    },

    async monthReset(ownerId, month) {
      const item = await table.get(monthKey(ownerId, month));
      if (!item) return { resetAt: null, version: null };
      return { resetAt: v.parse(storedReset, item).actualsResetAt, version: versionOf(item) };
    },

    saveReset: (ownerId, month, version, resetAt, recording) =>
      unlessChanged(async () => {
        const item = { ...resetItem(ownerId, month), actualsResetAt: resetAt };
        await table.transact([putAsRead(item, version, recording), ...entryWrites(ownerId, recording)]);
        return "saved" as const;
      }),
  };
}

const resetItem = (ownerId: Id, month: Month) => ({
  ...monthKey(ownerId, month),
  date: monthDate(month),
  month,
});
