import { type Forecast, forecastMonth } from "@coffer/domain/budget/forecast";
import type { Month } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { earlierMonths, monthBudgets } from "../api/budgets.ts";
import { subscriptionList } from "../api/subscriptions.ts";
import type { Query } from "../loading/QueryResult.tsx";
import { useCategories, useOpenLedger, useToday } from "../selection/selection.ts";

/** A month's forecasts and the queries that they are made of; no forecasts if the earlier months could not be loaded. */
export function useForecasts(month: Month) {
  const { ledgerId } = useOpenLedger();
  const today = useToday();
  const budgets = useQuery(monthBudgets(ledgerId, month));
  const categories = useCategories();
  const history = useQuery(earlierMonths(ledgerId, month));
  const subscriptions = useQuery(subscriptionList(ledgerId));
  const payments = subscriptions.data ?? (subscriptions.error ? [] : undefined);
  let data: Forecast[] | undefined;
  if (categories.data && budgets.data && payments) {
    const known = { categories: categories.data, budgets: budgets.data, subscriptions: payments };
    if (history.data) data = forecastMonth({ month, today, ...known, history: history.data });
    else if (history.error) data = [];
  }
  const forecasts: Query<Forecast[]> = { data, error: null, refetch: history.refetch };
  return { budgets, categories, history, subscriptions, forecasts };
}
