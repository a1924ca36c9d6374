import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";
import { monthTransactions } from "../../api/transactions.ts";

export const reads = ({ budget, month }: Selection) => ({
  categories: categoryList(budget),
  transactions: monthTransactions(budget, month),
});
