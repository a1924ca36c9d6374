import { budgets } from "@coffer/contract/budget";
import type { Budget } from "@coffer/domain/budget/budget";
import { HISTORY_MONTHS } from "@coffer/domain/budget/history-months";
import type { Id } from "@coffer/domain/id";
import { type Month, previousMonth } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import { call, callQuery, type LedgerId, monthParams, NEVER_CACHED, queryKey } from "./call.ts";
import { readMonth, spentBeforeKey, withMonth } from "./month-view.ts";

export function monthBudgets(ledgerId: LedgerId, month: Month) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "budgets", month),
    queryFn: async ({ client }): Promise<Budget[]> => (await readMonth(client, ledgerId, month)).budgets,
    meta: { failure: "Failed to fetch budgets" },
  });
}

/** Null where the month has no budget for the category. */
export function categoryBudget(ledgerId: LedgerId, month: Month, categoryId: Id) {
  const query = { ...monthParams(month), categoryId };
  return queryOptions({
    queryKey: queryKey(ledgerId, "budgets", month, categoryId),
    async queryFn({ signal }) {
      const [found] = await call(budgets.list, { ledgerId, query, signal });
      return found ?? null;
    },
    ...NEVER_CACHED,
  });
}

/** `count` months, oldest first, ending with `month`. */
export function budgetHistory(ledgerId: LedgerId, month: Month, count: number) {
  const query = { ...monthParams(month), months: count };
  return callQuery(queryKey(ledgerId, "history", month, count), budgets.history, { ledgerId, query });
}

/** The months before one that count as usual, oldest first. */
export function earlierMonths(ledgerId: LedgerId, month: Month) {
  const query = { ...monthParams(previousMonth(month)), months: HISTORY_MONTHS };
  return queryOptions({
    ...budgetHistory(ledgerId, previousMonth(month), HISTORY_MONTHS),
    queryFn: withMonth(
      [ledgerId, month],
      ({ history }) => history,
      (signal) => call(budgets.history, { ledgerId, query, signal }),
    ),
  });
}

/** Spending on each day of the month before, refunds taken off. */
export function spendingBefore(ledgerId: LedgerId, month: Month) {
  return queryOptions({
    queryKey: spentBeforeKey(ledgerId, month),
    queryFn: async ({ client }) => (await readMonth(client, ledgerId, month)).spentBefore,
  });
}
