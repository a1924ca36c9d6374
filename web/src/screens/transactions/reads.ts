import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";
import { monthTransactions } from "../../api/transactions.ts";

export const reads = ({ ledgerId, month }: Selection) => ({
  categories: categoryList(ledgerId),
  transactions: monthTransactions(ledgerId, month),
});
