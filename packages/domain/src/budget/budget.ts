import { type Category, type Flow, idsOf } from "../category/category.ts";
import type { ThingOf } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, minus, plus, sum, ZERO } from "../money/money.ts";
import { dayOfMonth } from "../time/day.ts";
import { daysOf, type Month, monthOfDay, parseMonth } from "../time/month.ts";
import { netAmount, type Transaction } from "../transaction/transaction.ts";
import type { plan } from "./definition.ts";

export type Plan = ThingOf<typeof plan>;

/** A plan and its actual. The actual is always derived from transactions and never stored. */
export type Budget = Plan & {
  id: string;
  actual: Cents;
  /** The amount carried into the month; absent if not computed. */
  carried?: Cents | undefined;
  made?: Made | undefined;
  /** When the month's actuals were reset, in milliseconds; absent if never. */
  actualsSince?: number | undefined;
};

/**
 * The purchases behind an actual. `billed` is the amount recorded by subscriptions; `purchases` counts all others. `on` is
 * the day of the month, 1 to 31, of the `largest` of them.
 */
export type Made = { billed: Cents; purchases: number; largest: Cents; on: number };

export type RowAmounts = Pick<Budget, "projected" | "actual" | "carried">;

export type Progress = { status: "on-track" | "under" | "over"; percentage: number };

/** "2026-11-7": month and category, so that a category has at most one budget a month. */
export const budgetId = (month: Month, categoryId: Id): string => `${month}-${categoryId}`;

export function parseBudgetId(text: string): { month: Month; categoryId: Id } | undefined {
  const [, monthText = "", digits = ""] = /^(\d{4}-\d\d)-([1-9]\d{0,15})$/.exec(text) ?? [];
  const month = parseMonth(monthText);
  const categoryId = Number(digits);
  return month && Number.isSafeInteger(categoryId) ? { month, categoryId } : undefined;
}

/** `resetAt` in milliseconds. */
export type MonthFacts = {
  month: Month;
  plans: readonly Plan[];
  transactions: readonly Transaction[];
  resetAt: number | null;
};

/** An actual is negative if refunds exceed spending. After a reset only transactions created later count. */
export function deriveBudgets(facts: MonthFacts): Budget[] {
  const { month, resetAt } = facts;
  const actuals = new Map<Id, Cents>();
  const made = new Map<Id, Made>();
  for (const transaction of facts.transactions) {
    const { date, categoryId } = transaction;
    if (monthOfDay(date) !== month) continue;
    const counts = countsAfter(resetAt, transaction);
    const actual = counts ? netAmount(transaction) : ZERO;
    actuals.set(categoryId, plus(actuals.get(categoryId) ?? ZERO, actual));
    if (counts) made.set(categoryId, withPurchase(made.get(categoryId) ?? NOTHING_MADE, transaction));
  }
  const plans = facts.plans.filter((plan) => plan.month === month);
  const planned = new Map(plans.map((plan) => [plan.categoryId, plan]));
  return [...new Set([...planned.keys(), ...actuals.keys()])]
    .sort((a, b) => a - b)
    .map((categoryId) => {
      const { projected = ZERO, moved } = planned.get(categoryId) ?? {};
      return {
        id: budgetId(month, categoryId),
        categoryId,
        month,
        projected,
        actual: actuals.get(categoryId) ?? ZERO,
        ...(!isNothing(made.get(categoryId)) && { made: made.get(categoryId) }),
        ...(moved && { moved }),
        ...(resetAt !== null && { actualsSince: resetAt }),
      };
    });
}

export const NOTHING_MADE: Made = { billed: ZERO, purchases: 0, largest: ZERO, on: 0 };

export const isNothing = ({
  billed,
  purchases,
}: Pick<Made, "billed" | "purchases"> = NOTHING_MADE): boolean => billed === 0 && purchases === 0;

/** With several of the largest amount, the first of them counts. */
export function withPurchase(made: Made, transaction: Transaction): Made {
  const amount = netAmount(transaction);
  if (transaction.subscriptionId !== undefined) return { ...made, billed: plus(made.billed, amount) };
  if (amount <= 0) return made;
  const on = dayOfMonth(transaction.date);
  const isLargest = amount > made.largest || (amount === made.largest && on < made.on);
  return { ...made, purchases: made.purchases + 1, ...(isLargest && { largest: amount, on }) };
}

/** `spentByDay` begins with the month's first day and ignores resets. */
export type MonthSums = { month: Month; budgets: Budget[]; spentByDay: Cents[] };

export const deriveMonths = (months: readonly MonthFacts[]): MonthSums[] =>
  months.map((facts) => ({
    month: facts.month,
    budgets: deriveBudgets(facts),
    spentByDay: spendingByDay(facts),
  }));

export function spendingByDay({ month, transactions }: Pick<MonthFacts, "month" | "transactions">): Cents[] {
  const byDay = Map.groupBy(
    transactions.filter(({ type }) => type === "expense"),
    ({ date }) => date,
  );
  return daysOf(month).map((day) => sum((byDay.get(day) ?? []).map(netAmount)));
}

export const countsAfter = (resetAt: number | null, { createdAt }: Pick<Transaction, "createdAt">): boolean =>
  resetAt === null || createdAt > resetAt;

/** Negative is always bad: less income, or more spending, than planned. */
export function difference(type: Flow, projected: Cents, actual: Cents): Cents {
  return type === "income" ? minus(actual, projected) : minus(projected, actual);
}

export const availableOf = (type: Flow, { projected, actual, carried = ZERO }: RowAmounts): Cents =>
  plus(carried, difference(type, projected, actual));

export function rowStatus(type: Flow, row: RowAmounts) {
  const bad = availableOf(type, row) < 0;
  if (type === "income") return bad ? "Below Target" : "Above Target";
  return bad ? "Over Budget" : "Under Budget";
}

/** A whole percentage, uncapped; 0 if nothing is projected. */
export function percentOf(actual: Cents, projected: Cents): number {
  return projected === 0 ? 0 : Math.round((actual * 100) / projected);
}

/** Rounded down, so that it never promises more than is left. 0 if no money or no day is left. */
export function perDayOf(amount: Cents, days: number): Cents {
  return amount > 0 && days > 0 ? cents(Math.floor(amount / days)) : ZERO;
}

export function overspent(
  categories: readonly Category[],
  budgets: readonly Budget[],
): { category: Category; by: Cents; carried: Cents }[] {
  const byId = new Map(budgets.map((budget) => [budget.categoryId, budget]));
  return categories
    .filter(({ type }) => type === "expense")
    .flatMap((category) => {
      const row = byId.get(category.id);
      if (!row || (row.projected === 0 && !row.carried)) return [];
      const { carried = ZERO } = row;
      const left = availableOf("expense", row);
      return left < 0 ? [{ category, by: cents(-left), carried }] : [];
    })
    .sort((a, b) => b.by - a.by);
}

/** `percentage` is 0 to 100 and not rounded. */
export function progress(spent: Cents, budget: Cents): Progress {
  if (budget === 0) return { status: "on-track", percentage: 0 };
  if (spent > budget) return { status: "over", percentage: 100 };
  return { status: spent === budget ? "on-track" : "under", percentage: Math.max(0, spent * 100) / budget };
}

export function overview(categories: readonly Category[], budgets: readonly Budget[]) {
  const income = budgetsOf("income", categories, budgets);
  const expenses = budgetsOf("expense", categories, budgets);
  return {
    projectedIncome: sum(income.map((budget) => budget.projected)),
    actualIncome: sum(income.map((budget) => budget.actual)),
    projectedExpenses: sum(expenses.map((budget) => budget.projected)),
    actualExpenses: sum(expenses.map((budget) => budget.actual)),
  };
}

export type Overview = ReturnType<typeof overview>;

export function budgetsOf<B extends { categoryId: Id }>(
  type: Flow,
  categories: readonly Pick<Category, "id" | "type">[],
  budgets: readonly B[],
): B[] {
  const ids = idsOf(type, categories);
  return budgets.filter((budget) => ids.has(budget.categoryId));
}

type Months = readonly { budgets: readonly Pick<Budget, "categoryId" | "actual">[] }[];

/** Returns a function that reads a category's history; `months` are oldest first. */
export function historiesOf(months: Months): (categoryId: Id) => History | null {
  const actuals = months.map(
    ({ budgets }) => new Map(budgets.map(({ categoryId, actual }) => [categoryId, actual])),
  );
  return (categoryId) => history(actuals.map((byId) => byId.get(categoryId) ?? ZERO));
}

export const historyOf = (categoryId: Id, months: Months): History | null => historiesOf(months)(categoryId);

export type History = { actuals: Cents[]; mean: Cents };

/** Oldest first, without leading zeros: a category first used in August has no history before. Null if all are zero. */
export function history(actuals: readonly Cents[]): History | null {
  const first = actuals.findIndex((actual) => actual !== 0);
  if (first === -1) return null;
  const used = actuals.slice(first);
  return { actuals: used, mean: cents(Math.round(sum(used) / used.length)) };
}
