import { type Category, type Flow, idsOf } from "../category/category.ts";
import { shownCategories } from "../category/category-order.ts";
import { type Cents, minus, plus, sum, ZERO } from "../money/money.ts";
import { type Purchase, purchasesOf } from "../payment/payment.ts";
import type { Month } from "../time/month.ts";
import { netAmount, newestFirst, type Transaction } from "../transaction/transaction.ts";
import { type Budget, budgetsOf, overview, progress } from "./budget.ts";
import { rowState } from "./budget-row.ts";
import type { Forecast } from "./forecast.ts";

const RECENT = 3;

/** Of all transactions, also those from before a reset; where they come to 0, of the budgets' actuals. */
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

/** Every expense category in order, those without a budget included, archived ones only where the month has figures. */
export function categoryProgress(categories: readonly Category[], budgets: readonly Budget[]) {
  const byCategory = new Map(budgets.map((budget) => [budget.categoryId, budget]));
  return shownCategories(categories, budgets)
    .filter((category) => category.type === "expense")
    .map((category) => {
      const { projected = ZERO, actual = ZERO, carried = ZERO } = byCategory.get(category.id) ?? {};
      const state = rowState("expense", { projected, actual, carried }, true);
      return { category, projected, actual, carried, state, ...progress(actual, projected) };
    });
}

type CategoryProgress = ReturnType<typeof categoryProgress>[number];

type Concern = "over" | "unplanned" | "at-risk";
export type RankedProgress = CategoryProgress & { concern: Concern | null; forecast: Forecast | undefined };

const RANK: Record<Concern, number> = { over: 0, unplanned: 1, "at-risk": 2 };

export function byConcern(
  rows: readonly CategoryProgress[],
  forecasts: readonly Forecast[],
): RankedProgress[] {
  const rankOf = ({ concern }: RankedProgress) => (concern ? RANK[concern] : 3);
  return rows
    .map((row) => {
      const found = forecasts.find(({ categoryId }) => categoryId === row.category.id);
      return { ...row, forecast: found, concern: concernOf(row, found) };
    })
    .sort((a, b) => rankOf(a) - rankOf(b));
}

function concernOf({ state }: CategoryProgress, forecast: Forecast | undefined): Concern | null {
  if (state === "missed") return "over";
  if (state === "unplanned") return "unplanned";
  return forecast && forecast.overAtEnd > 0 ? "at-risk" : null;
}

/** By category, less refunds, the largest first. Beyond `most` the smallest are one part, whose category is null. */
export function spending(
  categories: readonly Category[],
  budgets: readonly Pick<Budget, "categoryId" | "actual">[],
  most: number,
): { category: Category | null; amount: Cents }[] {
  const spentOn = ({ id }: Category) =>
    sum(budgets.filter(({ categoryId }) => categoryId === id).map(({ actual }) => actual));
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
  const ids = idsOf(type, categories);
  const total = sum(transactions.filter(({ categoryId }) => ids.has(categoryId)).map(netAmount));
  return total === 0 ? sum(budgetsOf(type, categories, budgets).map(({ actual }) => actual)) : total;
}
