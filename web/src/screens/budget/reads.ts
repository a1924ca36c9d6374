import { monthBudgets } from "../../api/budgets.ts";
import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";

export const reads = ({ budget, month }: Selection) => ({
  // First: the others are parts of its call.
  budgets: monthBudgets(budget, month),
  categories: categoryList(budget),
});
