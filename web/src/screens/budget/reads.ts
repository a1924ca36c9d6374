import { monthBudgets } from "../../api/budgets.ts";
import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";

export const reads = ({ budget, month }: Selection) => ({
  categories: categoryList(budget),
  budgets: monthBudgets(budget, month),
});
