import type { Budget } from "@coffer/domain/budget";
import type { Category } from "@coffer/domain/category";
import { HISTORY_MONTHS } from "@coffer/domain/forecast";
import type { Month } from "@coffer/domain/month";
import type { Transaction } from "@coffer/domain/transaction";
import type { UseQueryResult } from "@tanstack/react-query";
import { budgetHistory, monthBudgets } from "../../api/budgets.ts";
import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";
import { monthTransactions } from "../../api/transactions.ts";

export const reads = ({ budget, month }: Selection) => ({
  categories: categoryList(budget),
  budgets: monthBudgets(budget, month),
  transactions: monthTransactions(budget, month),
  history: budgetHistory(budget, month, HISTORY_MONTHS + 1),
});

export type Reads = {
  /** The month itself last. */
  history: UseQueryResult<{ month: Month; budgets: Budget[] }[]>;
  categories: UseQueryResult<Category[]>;
  budgets: UseQueryResult<Budget[]>;
  transactions: UseQueryResult<Transaction[]>;
};

export type Loaded = { categories: Category[]; budgets: Budget[] };
