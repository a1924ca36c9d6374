import { type Month, monthOfDay } from "@coffer/domain/month";
import { today } from "@coffer/domain/timezone";
import type { User } from "@coffer/domain/user";
import type { QueryClient } from "@tanstack/react-query";
import { budgetHistory, monthBudgets } from "./api/budgets.ts";
import { categoryList } from "./api/categories.ts";
import type { Budget } from "./api/keys.ts";
import { sharedWithMe } from "./api/shared-with-me.ts";
import { monthTransactions } from "./api/transactions.ts";

// Each starts every read of its screen at once, beside the screen's code. What fails here is asked again,
// and shown, by the screen.
type Context = { queryClient: QueryClient; user: User };
type Chosen = { month?: Month | undefined; budget?: Budget };

export function prefetchShell({ queryClient }: Context) {
  void queryClient.prefetchQuery(sharedWithMe);
}

export function prefetchDashboard(
  { queryClient, user }: Context,
  { budget, month = thisMonth(user) }: Chosen,
) {
  void queryClient.prefetchQuery(categoryList(budget));
  void queryClient.prefetchQuery(monthTransactions(budget, month));
  void queryClient.prefetchQuery(monthBudgets(budget, month));
  void queryClient.prefetchQuery(budgetHistory(budget, month));
}

export function prefetchTransactions(
  { queryClient, user }: Context,
  { budget, month = thisMonth(user) }: Chosen,
) {
  void queryClient.prefetchQuery(categoryList(budget));
  void queryClient.prefetchQuery(monthTransactions(budget, month));
}

export function prefetchBudget({ queryClient, user }: Context, { budget, month = thisMonth(user) }: Chosen) {
  void queryClient.prefetchQuery(categoryList(budget));
  void queryClient.prefetchQuery(monthBudgets(budget, month));
}

// Their calls come with their screens: the others need none of them.
export async function prefetchGoals({ queryClient }: Context, { budget }: Chosen) {
  const { goalList } = await import("./api/goals.ts");
  void queryClient.prefetchQuery(goalList(budget));
}

export async function prefetchSubscriptions({ queryClient }: Context, { budget }: Chosen) {
  void queryClient.prefetchQuery(categoryList(budget));
  const { subscriptionList } = await import("./api/subscriptions.ts");
  void queryClient.prefetchQuery(subscriptionList(budget));
}

function thisMonth({ timeZone }: User): Month {
  return monthOfDay(today(Date.now(), timeZone));
}
