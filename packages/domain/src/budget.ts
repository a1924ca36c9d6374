import type { Category, Flow } from "./category.ts";
import type { Id } from "./id.ts";
import type { Cents } from "./money.ts";
import { cents, minus, plus, sum, ZERO } from "./money.ts";
import type { Month } from "./month.ts";
import { monthOfDay, parseMonth } from "./month.ts";
import type { Transaction } from "./transaction.ts";

/** What was planned for one category in one month. */
export type Plan = { categoryId: Id; month: Month; projected: Cents };

/** A plan beside what happened: `actual` is always derived from transactions, never stored. */
export type Budget = Plan & { id: string; actual: Cents };

type RowStatus = "Below Target" | "Above Target" | "Over Budget" | "Under Budget";
type ProgressStatus = "on-track" | "under" | "over";
export type Progress = { status: ProgressStatus; percentage: number };

export type Overview = {
  projectedIncome: Cents;
  actualIncome: Cents;
  projectedExpenses: Cents;
  actualExpenses: Cents;
};

/** A budget's id is its month and category, so that there is one for both by construction: "2026-11-7". */
export function budgetId(month: Month, categoryId: Id): string {
  return `${month}-${categoryId}`;
}

/** Takes a budget's id; returns its parts, or undefined if the text is not one. */
export function parseBudgetId(text: string): { month: Month; categoryId: Id } | undefined {
  const [, monthText = "", digits = ""] = /^(\d{4}-\d\d)-([1-9]\d{0,15})$/.exec(text) ?? [];
  const month = parseMonth(monthText);
  const categoryId = Number(digits);
  return month && Number.isSafeInteger(categoryId) ? { month, categoryId } : undefined;
}

/**
 * Takes a month's plans and transactions; returns its budgets by category. Actual is the sum of what is dated
 * in the month and was created after the reset, if there was one (an instant in milliseconds); a category
 * with transactions but no plan has projected 0 (product page section 4).
 */
export function deriveBudgets(facts: {
  month: Month;
  plans: readonly Plan[];
  transactions: readonly Transaction[];
  resetAt: number | null;
}): Budget[] {
  const { month, resetAt } = facts;
  const actuals = new Map<Id, Cents>();
  for (const { date, amount, categoryId, createdAt } of facts.transactions) {
    if (monthOfDay(date) !== month) continue;
    const counted = resetAt === null || createdAt > resetAt ? amount : ZERO;
    actuals.set(categoryId, plus(actuals.get(categoryId) ?? ZERO, counted));
  }
  const plans = facts.plans.filter((plan) => plan.month === month);
  const projected = new Map(plans.map((plan) => [plan.categoryId, plan.projected]));
  return [...new Set([...projected.keys(), ...actuals.keys()])]
    .sort((a, b) => a - b)
    .map((categoryId) => ({
      id: budgetId(month, categoryId),
      categoryId,
      month,
      projected: projected.get(categoryId) ?? ZERO,
      actual: actuals.get(categoryId) ?? ZERO,
    }));
}

/** Returns cents by which a row beats its plan: negative is always the bad side (product page section 4). */
export function difference(type: Flow, projected: Cents, actual: Cents): Cents {
  return type === "income" ? minus(actual, projected) : minus(projected, actual);
}

/** Returns a budget row's status (spec section 4, its sign put right in product page section 4). */
export function rowStatus(type: Flow, projected: Cents, actual: Cents): RowStatus {
  const bad = difference(type, projected, actual) < 0;
  if (type === "income") return bad ? "Below Target" : "Above Target";
  return bad ? "Over Budget" : "Under Budget";
}

/** Returns actual as a whole percentage of projected, uncapped; 0 if nothing is projected (spec section 4). */
export function percentOf(actual: Cents, projected: Cents): number {
  return projected === 0 ? 0 : Math.round((actual * 100) / projected);
}

/** Returns what may be spent a day, rounded down: what is promised must be there. 0 once nothing is left, or no day. */
export function leftPerDay(remaining: Cents, days: number): Cents {
  return remaining > 0 && days > 0 ? cents(Math.floor(remaining / days)) : ZERO;
}

/** Returns status and percentage, 0 to 100 and not rounded, of spending against a budget (spec section 4). */
export function progress(spent: Cents, budget: Cents): Progress {
  if (budget === 0) return { status: "on-track", percentage: 0 };
  if (spent > budget) return { status: "over", percentage: 100 };
  return { status: spent === budget ? "on-track" : "under", percentage: (spent * 100) / budget };
}

/** Takes all categories and a month's budgets; returns the Monthly Overview's four totals (spec section 2). */
export function overview(categories: readonly Category[], budgets: readonly Budget[]): Overview {
  const income = budgetsOf("income", categories, budgets);
  const expenses = budgetsOf("expense", categories, budgets);
  return {
    projectedIncome: sum(income.map((budget) => budget.projected)),
    actualIncome: sum(income.map((budget) => budget.actual)),
    projectedExpenses: sum(expenses.map((budget) => budget.projected)),
    actualExpenses: sum(expenses.map((budget) => budget.actual)),
  };
}

/** Returns the budgets whose category is of that type. */
export function budgetsOf(type: Flow, categories: readonly Category[], budgets: readonly Budget[]): Budget[] {
  const ids = new Set(categories.filter((category) => category.type === type).map((category) => category.id));
  return budgets.filter((budget) => ids.has(budget.categoryId));
}

/** Takes months with their budgets, oldest first; returns the course of a category's actuals. */
export function historyOf(categoryId: Id, months: readonly { budgets: readonly Budget[] }[]): History | null {
  return history(
    months.map(({ budgets }) => budgets.find((budget) => budget.categoryId === categoryId)?.actual ?? ZERO),
  );
}

/** A category's actuals from its first month on, and their mean, rounded to the cent. */
export type History = { actuals: Cents[]; mean: Cents };

/**
 * Takes a category's actuals, oldest first; returns their course, or null where nothing ever happened. A category
 * first used in August did not cost nothing in July: it was not there.
 */
export function history(actuals: readonly Cents[]): History | null {
  const first = actuals.findIndex((actual) => actual > 0);
  if (first === -1) return null;
  const used = actuals.slice(first);
  return { actuals: used, mean: cents(Math.round(sum(used) / used.length)) };
}
