import { budgets } from "@coffer/contract/budget";
import { type Budget, budgetId, type Plan } from "@coffer/domain/budget/budget";
import { HISTORY_MONTHS } from "@coffer/domain/budget/history-months";
import type { Id } from "@coffer/domain/id";
import { ZERO } from "@coffer/domain/money/money";
import { type Month, previousMonth } from "@coffer/domain/time/month";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { changeAtOnce, upsert } from "./cached-list.ts";
import { call, monthParams } from "./call.ts";
import { readMonth, spentBeforeKey } from "./month.ts";
import { withMonth } from "./month-view.ts";
import { type LedgerId, queryKey } from "./query-key.ts";
import { useApiMutation } from "./use-api-mutation.ts";

export function monthBudgets(ledgerId: LedgerId, month: Month) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "budgets", month),
    queryFn: async ({ client }): Promise<Budget[]> => (await readMonth(client, ledgerId, month)).budgets,
    meta: { failure: "Failed to fetch budgets" },
  });
}

/** Null where the month has no budget for the category. Never cached: it is about to be edited. */
export function categoryBudget(ledgerId: LedgerId, month: Month, categoryId: Id) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "budgets", month, categoryId),
    async queryFn({ signal }) {
      const query = { ...monthParams(month), categoryId };
      const [found] = await call(budgets.list, { ledgerId, query, signal });
      return found ?? null;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** `count` months, oldest first, ending with `month`. */
export function budgetHistory(ledgerId: LedgerId, month: Month, count: number) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "history", month, count),
    queryFn: ({ signal }): Promise<{ month: Month; budgets: Budget[] }[]> =>
      call(budgets.history, { ledgerId, query: { ...monthParams(month), months: count }, signal }),
  });
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

export function showPlans(
  client: QueryClient,
  ledgerId: LedgerId,
  month: Month,
  plans: readonly Omit<Plan, "month">[],
) {
  return changeAtOnce(client, monthBudgets(ledgerId, month).queryKey, (list) =>
    plans.reduce((shown, { categoryId, projected }) => {
      const blank = { id: budgetId(month, categoryId), categoryId, month, actual: ZERO };
      const planned = list.find((one) => one.categoryId === categoryId) ?? blank;
      return upsert(shown, { ...planned, projected });
    }, list),
  );
}

export function useResetActuals(ledgerId: LedgerId) {
  return useApiMutation({
    run: (month: Month, attempt) =>
      call(budgets.resetMonth, { ledgerId, body: monthParams(month), ...attempt }),
    affects: [ledgerId, "budgets"],
    updateCache: (client, reply, month) => client.setQueryData(monthBudgets(ledgerId, month).queryKey, reply),
    successToast: () => ({
      title: "Reset successful",
      description: "The month's actuals count from zero again.",
    }),
    failureToast: { title: "Error", description: "Failed to reset monthly actuals" },
  });
}
