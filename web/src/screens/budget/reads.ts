import { monthBudgets } from "../../api/budgets.ts";
import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";

export const reads = ({ ledgerId, month }: Selection) => ({
  // First: the others are parts of its call.
  budgets: monthBudgets(ledgerId, month),
  categories: categoryList(ledgerId),
});
