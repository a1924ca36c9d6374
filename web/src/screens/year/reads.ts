import { budgetHistory } from "../../api/budgets.ts";
import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";

const MONTHS = 12;

export const reads = ({ budget, month }: Selection) => ({
  categories: categoryList(budget),
  months: budgetHistory(budget, month, MONTHS),
});
