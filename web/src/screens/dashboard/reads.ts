import type { Budget } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import type { Month } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { earlierMonths, monthBudgets } from "../../api/budgets.ts";
import { categoryList } from "../../api/categories.ts";
import { toSpend } from "../../api/figures.ts";
import type { Selection } from "../../api/query-key.ts";
import { subscriptionList } from "../../api/subscriptions.ts";
import { monthTransactions } from "../../api/transactions.ts";
import type { useForecasts } from "../../budget/forecasts.ts";
import type { Query } from "../../loading/QueryResult.tsx";
import type { ToSpendFigure } from "../../shell/ToSpend.tsx";

export const reads = ({ ledgerId, month }: Selection) => ({
  // First: the others are parts of its call.
  budgets: monthBudgets(ledgerId, month),
  categories: categoryList(ledgerId),
  transactions: monthTransactions(ledgerId, month),
  subscriptions: subscriptionList(ledgerId),
  history: earlierMonths(ledgerId, month),
  toSpend: toSpend(ledgerId, month),
});

export type Reads = ReturnType<typeof useForecasts> & {
  month: Month;
  transactions: Query<Transaction[]>;
  toSpend: Query<ToSpendFigure>;
};

export type Loaded = { month: Month; categories: Category[]; budgets: Budget[] };
