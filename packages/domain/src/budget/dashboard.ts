import type { Category, Flow } from "../category/category.ts";
import { shownRows } from "../category/category-order.ts";
import { type Cents, minus, plus, sum, ZERO } from "../money/money.ts";
import { type Purchase, purchasesOf } from "../payment/payment.ts";
import type { Month } from "../time/month.ts";
import { netAmount, newestFirst, type Transaction } from "../transaction/transaction.ts";
import { type Budget, budgetsOf, overview, progress } from "./budget.ts";
import { rowState } from "./budget-row.ts";
import type { Forecast } from "./forecast.ts";

const RECENT = 3;

/**
 * The summary cards. A reset of the month does not change them; if the transactions
 * add up to 0, the budgets' actuals are added up instead.
 */
export function summary(
  categories: readonly Category[],
  budgets: readonly Budget[],
  transactions: readonly Transaction[],
) {
  const income = totalByType("income", categories, budgets, transactions);
  const expenses = totalByType("expense", categories, budgets, transactions);
  const monthlyBudget = overview(categories, budgets).projectedExpenses;
  return { monthlyBudget, income, expenses, remaining: minus(income, expenses) };
}

export const recent = (transactions: readonly Transaction[]): Purchase[] =>
  purchasesOf(transactions.toSorted(newestFirst)).slice(0, RECENT);

export const categoryProgress = (categories: readonly Category[], budgets: readonly Budget[]) =>
  shownRows("expense", categories, budgets).map((row) => ({
    ...row,
    state: rowState("expense", row, true),
    ...progress(row.actual, row.projected),
  }));

type CategoryProgress = ReturnType<typeof categoryProgress>[number];

/** Most urgent first. */
const CONCERNS = ["over", "unplanned", "at-risk", null] as const;

export function byConcern(rows: readonly CategoryProgress[], forecasts: readonly Forecast[]) {
  const byId = new Map(forecasts.map((forecast) => [forecast.categoryId, forecast]));
  return rows
    .map((row) => {
      const forecast = byId.get(row.category.id);
      return { ...row, forecast, concern: concernOf(row, forecast) };
    })
    .sort((a, b) => CONCERNS.indexOf(a.concern) - CONCERNS.indexOf(b.concern));
}
export type RankedProgress = ReturnType<typeof byConcern>[number];

function concernOf({ state }: CategoryProgress, forecast: Forecast | undefined): (typeof CONCERNS)[number] {
  if (state === "missed") return "over";
  if (state === "unplanned") return "unplanned";
  return forecast && forecast.overAtEnd > 0 ? "at-risk" : null;
}

/** Spending by category less refunds, largest first. Beyond `most` parts the last one sums up the rest, without a category. */
export function spending(
  categories: readonly Category[],
  budgets: readonly Pick<Budget, "categoryId" | "actual">[],
  most: number,
): { category: Category | null; amount: Cents }[] {
  const byId = Map.groupBy(budgets, ({ categoryId }) => categoryId);
  const spentOn = ({ id }: Category) => sum((byId.get(id) ?? []).map(({ actual }) => actual));
  const parts = categories
    .filter(({ type }) => type === "expense")
    .map((category) => ({ category, amount: spentOn(category) }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount);
  if (parts.length <= most) return parts;
  const rest = parts.slice(most - 1).map(({ amount }) => amount);
  return [...parts.slice(0, most - 1), { category: null, amount: sum(rest) }];
}

export function runningTotal(amounts: readonly Cents[]): Cents[] {
  let total: Cents = ZERO;
  return amounts.map((amount) => {
    total = plus(total, amount);
    return total;
  });
}

export function planAgainstActual(
  months: readonly { month: Month; budgets: readonly Budget[] }[],
  categories: readonly Category[],
) {
  return months.map(({ month, budgets }) => ({ month, ...overview(categories, budgets) }));
}

function totalByType(
  type: Flow,
  categories: readonly Category[],
  budgets: readonly Budget[],
  transactions: readonly Transaction[],
): Cents {
  const total = sum(budgetsOf(type, categories, transactions).map(netAmount));
  return total === 0 ? sum(budgetsOf(type, categories, budgets).map(({ actual }) => actual)) : total;
}

export function keptToPlan(categories: readonly Category[], budgets: readonly Budget[]) {
  const planned = categories
    .filter(({ type }) => type === "expense")
    .flatMap((category) => {
      const { projected, actual } = budgets.find(({ categoryId }) => categoryId === category.id) ?? {};
      return projected ? [{ category, left: minus(projected, actual ?? ZERO) }] : [];
    });
  const kept = planned.filter(({ left }) => left >= 0);
  const best = kept.filter(({ left }) => left > 0).toSorted((a, b) => b.left - a.left)[0];
  return { planned: planned.length, kept: kept.length, best };
}
