import type { Budget } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import type { Month } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { earlierMonths, monthBudgets } from "../../api/budgets.ts";
import type { Selection } from "../../api/call.ts";
import { categoryList } from "../../api/categories.ts";
import { toSpend, useToSpend } from "../../api/figures.ts";
import { subscriptionList } from "../../api/subscriptions.ts";
import { monthTransactions } from "../../api/transactions.ts";
import { useForecasts } from "../../budget/forecasts.ts";
import { useMonth, useOpenLedger } from "../../selection/selection.ts";

export const reads = ({ ledgerId, month }: Selection) => ({
  // First, because the others are parts of its request.
  budgets: monthBudgets(ledgerId, month),
  categories: categoryList(ledgerId),
  transactions: monthTransactions(ledgerId, month),
  subscriptions: subscriptionList(ledgerId),
  history: earlierMonths(ledgerId, month),
  toSpend: toSpend(ledgerId, month),
});

export function useReads() {
  const { ledgerId } = useOpenLedger();
  const month = useMonth();
  const { transactions } = reads({ ledgerId, month });
  const known = useForecasts(month);
  return { month, ...known, transactions: useQuery(transactions), toSpend: useToSpend(ledgerId, month) };
}

export type Reads = ReturnType<typeof useReads>;

export type Loaded = { month: Month; categories: Category[]; budgets: Budget[] };
