import { budgets } from "@coffer/contract/budget";
import { type Budget, budgetId, type Plan } from "@coffer/domain/budget/budget";
import { type ProposalSource, plan } from "@coffer/domain/budget/definition";
import { HISTORY_MONTHS } from "@coffer/domain/budget/forecast";
import { inParts } from "@coffer/domain/budget/spread";
import type { Id } from "@coffer/domain/id";
import { type Cents, type Currency, ZERO } from "@coffer/domain/money/money";
import { addMonthsTo, type Month, previousMonth } from "@coffer/domain/time/month";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { changeAtOnce, upsert } from "./cached-list.ts";
import { call, callQuery, type LedgerId, monthParams, NEVER_CACHED, queryKey } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import { readMonth, withMonth } from "./month-view.ts";
import { useApiMutation } from "./use-api-mutation.ts";
import { sendEdit } from "./use-save.ts";

export function monthBudgets(ledgerId: LedgerId, month: Month) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "budgets", month),
    queryFn: async ({ client }): Promise<Budget[]> => (await readMonth(client, ledgerId, month)).budgets,
    meta: { failure: "Failed to fetch budgets" },
  });
}

/** The result is null if the month has no budget for the category. */
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

type Spread = {
  categoryId: Id;
  amount: Cents;
  month: Month;
  /** Months, from `month` on. */
  over: number;
  currency: Currency;
};

/** Splits a purchase over months, each part with its month's plan; a month without a plan takes the last one before it. */
export function spreadPlans(ledgerId: LedgerId, { categoryId, amount, month, over, currency }: Spread) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "budgets", month, "spread", categoryId, amount, over),
    async queryFn({ signal }) {
      const parts = inParts(amount, over, currency).filter((part) => part > 0);
      const months = parts.map((_, index) => addMonthsTo(month, index));
      const planned = await Promise.all(
        months.map((each) =>
          call(budgets.list, { ledgerId, query: { ...monthParams(each), categoryId }, signal }),
        ),
      );
      return parts.map((part, index) => {
        const before = planned.slice(0, index + 1).findLast((one) => one.length > 0)?.[0]?.projected ?? ZERO;
        return { categoryId, month: months[index] ?? month, part, before };
      });
    },
    ...NEVER_CACHED,
  });
}

/** `count` months, oldest first, ending with `month`. */
export function budgetHistory(ledgerId: LedgerId, month: Month, count: number) {
  const query = { ...monthParams(month), months: count };
  return callQuery(queryKey(ledgerId, "history", month, count), budgets.history, { ledgerId, query });
}

/** The preceding months, from which usual amounts are computed, oldest first. */
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

type MonthPlan = Omit<Plan, "month">;

function showPlans(client: QueryClient, ledgerId: LedgerId, month: Month, plans: readonly MonthPlan[]) {
  return changeAtOnce(client, monthBudgets(ledgerId, month).queryKey, (list) =>
    plans.reduce((shown, { categoryId, projected }) => {
      const blank = { id: budgetId(month, categoryId), categoryId, month, actual: ZERO };
      const planned = list.find((one) => one.categoryId === categoryId) ?? blank;
      return upsert(shown, { ...planned, projected });
    }, list),
  );
}

type PlanEdit = MonthPlan & { opened?: Pick<Plan, "projected"> };

export function useSavePlan(ledgerId: LedgerId, month: Month) {
  return useApiMutation({
    async run({ categoryId, projected, opened }: PlanEdit, attempt) {
      const body = { categoryId, ...monthParams(month), projected };
      return sendEdit({ kind: plan, ledgerId, opened, body, schema: budgets.save.body }, (version, body) =>
        call(budgets.save, { ledgerId, body, version, ...attempt }),
      );
    },
    optimisticUpdate: (client, plan) => showPlans(client, ledgerId, month, [plan]),
    affects: [ledgerId, "budgets"],
    successToast: { title: "Budget updated" },
    failureToast: { title: "Error", description: "Failed to update budget" },
  });
}

/** `expected` and `projected` are the plan before and after. */
type PlanMove = { categoryId: Id; expected: Cents; projected: Cents };

export function useRebalance(ledgerId: LedgerId, month: Month) {
  return useApiMutation({
    run: (plans: PlanMove[], attempt) =>
      call(budgets.rebalance, { ledgerId, body: { ...monthParams(month), plans }, ...attempt }),
    optimisticUpdate: (client, plans) => showPlans(client, ledgerId, month, plans),
    affects: [ledgerId, "budgets"],
    // The amounts on the screen are out of date.
    onFailure: (client) => invalidate(client, ledgerId, "budgets"),
    successToast: { title: "Plan moved" },
    failureToast: { title: "Error", description: "Failed to move the plan" },
  });
}

export function useResetActuals(ledgerId: LedgerId) {
  return useApiMutation({
    run: (month: Month, attempt) =>
      call(budgets.resetMonth, { ledgerId, body: monthParams(month), ...attempt }),
    affects: [ledgerId, "budgets"],
    updateCache: (client, reply, month) => client.setQueryData(monthBudgets(ledgerId, month).queryKey, reply),
    successToast: { title: "Reset successful", description: "The month's actuals count from zero again." },
    failureToast: { title: "Error", description: "Failed to reset monthly actuals" },
  });
}

export function planProposal(ledgerId: LedgerId, month: Month, from: ProposalSource) {
  const key = queryKey(ledgerId, "budgets", month, "proposal", from);
  return callQuery(key, budgets.proposal, { ledgerId, query: { ...monthParams(month), from } });
}

type MonthsPlan = {
  /** A plan without `month` is for the hook's month and all after it up to `until`. */
  plans: (MonthPlan & { month?: Month })[];
  until?: Month | undefined;
  /** Replaces existing plans. By default only missing ones are filled, and those that others add concurrently stay. */
  replace?: boolean;
};

export function usePlanMonth(ledgerId: LedgerId, month: Month) {
  return useApiMutation({
    run({ plans: given, until, replace = false }: MonthsPlan, attempt) {
      const plans = given.map(({ month: own, ...plan }) => ({ ...plan, ...(own && monthParams(own)) }));
      const body = { ...monthParams(month), ...(until && { until: monthParams(until) }), replace, plans };
      return call(budgets.planMonth, { ledgerId, body, ...attempt });
    },
    affects: [ledgerId, "budgets"],
    successToast: (_, { plans }) => ({
      title: plans.some(({ month }) => month) ? "Months planned" : "Month planned",
    }),
    failureToast: { title: "Error", description: "Failed to plan the month" },
  });
}
