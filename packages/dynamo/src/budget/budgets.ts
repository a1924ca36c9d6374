import type { BudgetStore } from "@coffer/core/budget/budget-store";
import { categoryFromItem } from "../category/categories.ts";
import { isLive } from "../category/category-check.ts";
import type { Table } from "../table/table.ts";
import { readMonths, readPlans } from "./months.ts";

export const createBudgetStore = (table: Table): BudgetStore => ({
  months: async (ownerId, first, last) => (await readMonths(table, ownerId, first, last)).months,
  async monthsAndCategories(ownerId, first, last) {
    const { months, categories } = await readMonths(table, ownerId, first, last);
    return { months, categories: categories.live.filter(isLive).map(categoryFromItem) };
  },
  plans: (ownerId, month) => readPlans(table, ownerId, month),
});
