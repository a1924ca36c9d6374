import type { BudgetStore, PlanChange } from "@coffer/core/budget/budgets";
import {
  deleteAsRead,
  entryWrites,
  putAsRead,
  saveRecorded,
  versionOf,
} from "../activity/activity-writes.ts";
import { categoryExists } from "../category/category-check.ts";
import { unlessFailed } from "../table/conditions.ts";
import type { WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { monthItem, monthKey, monthResetIn, planItem, planKey, readMonths, readPlans } from "./months.ts";

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
      return unlessFailed(
        () => table.transact([...writes, ...entryWrites(ownerId, recording)]).then(() => "saved"),
        ({ failed }) => (failed.some((index) => writes[index]?.ConditionCheck) ? "noCategory" : "changed"),
      );
    },

    async monthReset(ownerId, month) {
      const item = await table.get(monthKey(ownerId, month));
      if (!item) return { resetAt: null, version: null };
      return { resetAt: monthResetIn(item)?.resetAt ?? null, version: versionOf(item) };
    },

    saveReset(ownerId, month, version, resetAt, recording) {
      const put = putAsRead(monthItem(ownerId, month, resetAt), version, recording);
      return saveRecorded(table, ownerId, [put], recording);
    },
  };
}
