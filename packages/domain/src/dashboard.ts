import type { Budget, Overview, Progress } from "./budget.ts";
import { budgetsOf, overview, progress } from "./budget.ts";
import type { Category, Flow } from "./category.ts";
import type { Cents } from "./money.ts";
import { minus, sum, ZERO } from "./money.ts";
import type { Month } from "./month.ts";
import type { Transaction } from "./transaction.ts";
import { newestFirst } from "./transaction.ts";

/** How many recent transactions the dashboard shows (spec section 9). */
const RECENT = 3;

export type Summary = { monthlyBudget: Cents; income: Cents; expenses: Cents; remaining: Cents };
export type CategoryProgress = Progress & { category: Category; projected: Cents; actual: Cents };
/** One part of a month's spending; without a category it is everything else. */
export type Spending = { category: Category | null; amount: Cents };

/** Takes a month's budgets and transactions; returns the four summary cards, in cents (spec section 9). */
export function summary(
  categories: readonly Category[],
  budgets: readonly Budget[],
  transactions: readonly Transaction[],
): Summary {
  const income = totalByType("income", categories, budgets, transactions);
  const expenses = totalByType("expense", categories, budgets, transactions);
  const monthlyBudget = overview(categories, budgets).projectedExpenses;
  return { monthlyBudget, income, expenses, remaining: minus(income, expenses) };
}

/** Takes a month's transactions; returns the newest three. */
export function recent(transactions: readonly Transaction[]): Transaction[] {
  return transactions.toSorted(newestFirst).slice(0, RECENT);
}

/** Returns each expense category's progress, a category without a budget at nothing (spec sections 2 and 4). */
export function categoryProgress(
  categories: readonly Category[],
  budgets: readonly Budget[],
): CategoryProgress[] {
  const byCategory = new Map(budgets.map((budget) => [budget.categoryId, budget]));
  return categories
    .filter((category) => category.type === "expense")
    .map((category) => {
      const { projected = ZERO, actual = ZERO } = byCategory.get(category.id) ?? {};
      return { category, projected, actual, ...progress(actual, projected) };
    });
}

/**
 * Takes a month's transactions; returns what went to each expense category, the largest first. With more than
 * `most` categories the smallest are one last part of their own, whose category is null.
 */
export function spending(
  categories: readonly Category[],
  transactions: readonly Transaction[],
  most: number,
): Spending[] {
  const parts = categories
    .filter(({ type }) => type === "expense")
    .map((category) => ({ category, amount: spentOn(category, transactions) }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount);
  if (parts.length <= most) return parts;
  const rest = parts.slice(most - 1).map(({ amount }) => amount);
  return [...parts.slice(0, most - 1), { category: null, amount: sum(rest) }];
}

/** Takes months with their budgets; returns each one's four totals, in the order given. */
export function planAgainstActual(
  months: readonly { month: Month; budgets: readonly Budget[] }[],
  categories: readonly Category[],
): (Overview & { month: Month })[] {
  return months.map(({ month, budgets }) => ({ month, ...overview(categories, budgets) }));
}

function spentOn({ id }: Category, transactions: readonly Transaction[]): Cents {
  return sum(transactions.filter(({ categoryId }) => categoryId === id).map(({ amount }) => amount));
}

/** The sum of that type's transactions, by category; if that is 0, of their budgets' actuals (spec section 9). */
function totalByType(
  type: Flow,
  categories: readonly Category[],
  budgets: readonly Budget[],
  transactions: readonly Transaction[],
): Cents {
  const ids = new Set(categories.filter((category) => category.type === type).map((category) => category.id));
  const moved = sum(transactions.filter(({ categoryId }) => ids.has(categoryId)).map(({ amount }) => amount));
  return moved === 0 ? sum(budgetsOf(type, categories, budgets).map(({ actual }) => actual)) : moved;
}
