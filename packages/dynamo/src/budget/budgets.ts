import type { BudgetStore } from "@coffer/core/budget/budget-store";
import { categoryFromItem } from "../category/categories.ts";
import { isLive } from "../category/category-check.ts";
import type { Categories } from "../category/resolve-category.ts";
import type { Table } from "../table/table.ts";
import { readSums } from "./closings.ts";
import { readMonths, readPlans } from "./months.ts";

export const createBudgetStore = (table: Table): BudgetStore => ({
  months: async (ownerId, first, last) => (await readMonths(table, ownerId, first, last)).months,
  async monthsAndCategories(ownerId, first, last) {
    const { months, categories } = await readMonths(table, ownerId, first, last);
    return { months, categories: liveIn(categories) };
  },
  async sums(ownerId, first, last, now) {
    const { months, categories } = await readSums(table, ownerId, first, last, now);
    return { months, categories: liveIn(categories) };
  },
  plans: (ownerId, month) => readPlans(table, ownerId, month),
});

const liveIn = ({ live }: Categories) => live.filter(isLive).map(categoryFromItem);
