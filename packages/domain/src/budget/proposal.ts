import type { InferOutput } from "valibot";
import type { Category, Flow } from "../category/category.ts";
import { inOrder } from "../category/category-order.ts";
import type { Goal } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, clampAmount, minus, sum, ZERO } from "../money/money.ts";
import { isRarerThanMonthly } from "../subscription/rhythm.ts";
import { type DuePayment, duePayments, flowOf, type Subscription } from "../subscription/subscription.ts";
import { addMonthsTo, firstDay, lastDay, type Month } from "../time/month.ts";
import { type Budget, budgetsOf, type Plan } from "./budget.ts";
import type { proposal } from "./definition.ts";
import type { ProposalSource } from "./proposal-sources.ts";
import { setAsideForBills, setAsideForGoals } from "./set-aside.ts";

export type Proposal = InferOutput<typeof proposal>;

export const proposalMonths = (month: Month): Month[] => [12, 3, 2, 1].map((ago) => addMonthsTo(month, -ago));

/** `plans` are of the month, `budgets` of `proposalMonths`. What a cover moved last month is not proposed again. */
export function propose(facts: {
  month: Month;
  plans: readonly Plan[];
  from: ProposalSource;
  categories: readonly Category[];
  budgets: readonly Budget[];
  subscriptions: readonly Subscription[];
  goals: readonly Goal[];
  carried: ReadonlyMap<Id, Cents>;
}): Proposal[] {
  const { month, from, plans, budgets } = facts;
  return inOrder(facts.categories.filter(({ archived }) => !archived)).map(({ id, type }) => {
    const budgetAgo = (months: number) => {
      const past = addMonthsTo(month, -months);
      return budgets.find((one) => one.categoryId === id && one.month === past);
    };
    const last = budgetAgo(1);
    const bills = facts.subscriptions.filter(({ categoryId }) => categoryId === id);
    const goals = facts.goals.filter(({ categoryId }) => type === "expense" && categoryId === id);
    const setAside = [
      ...setAsideForBills(month, bills, facts.carried.get(id) ?? ZERO),
      ...setAsideForGoals(month, goals),
    ];
    // No other month saves for income, and for bills that come every month or more often.
    const own = bills.filter((sub) => flowOf(sub) === "income" || !isRarerThanMonthly(sub.frequency));
    const needed = [...dueIn(month, own).map(({ amount }) => amount), ...setAside.map((one) => one.proposed)];
    const start = {
      "last-month": () => minus(last?.projected ?? ZERO, last?.moved ?? ZERO),
      "last-year": () => budgetAgo(12)?.projected || budgetAgo(12)?.actual || ZERO,
      average: () => averageOf(id, month, budgets),
    };
    return {
      categoryId: id,
      lastPlan: last?.projected ?? ZERO,
      lastActual: last?.actual ?? ZERO,
      planned: plans.find(({ categoryId }) => categoryId === id)?.projected ?? null,
      proposed: from === "zero" ? ZERO : clampAmount(Math.max(start[from](), sum(needed))),
      due: dueIn(month, bills),
      setAside: from === "zero" ? [] : setAside,
    };
  });
}

/** Planned income less planned expenses: negative once more is planned than comes in. */
export function leftToPlan(
  categories: readonly Pick<Category, "id" | "type">[],
  plans: readonly { categoryId: Id; projected: Cents }[],
): Cents {
  const planned = (type: Flow) => sum(budgetsOf(type, categories, plans).map(({ projected }) => projected));
  return minus(planned("income"), planned("expense"));
}

/** Planning a month fills blanks only: a plan that exists, even of 0, was somebody's decision. */
export function blanksOnly<T extends { categoryId: Id }>(
  plans: readonly T[],
  existing: readonly { categoryId: Id }[],
): T[] {
  const planned = new Set(existing.map(({ categoryId }) => categoryId));
  return plans.filter(({ categoryId }) => !planned.has(categoryId));
}

/** Oldest first, without those before the budget was first used: a new user's first month is no third of itself. */
export function averagedMonths(month: Month, budgets: readonly Pick<Budget, "month" | "actual">[]): Month[] {
  return [3, 2, 1]
    .map((ago) => addMonthsTo(month, -ago))
    .filter((one) => budgets.some((budget) => budget.actual !== 0 && budget.month <= one));
}

/** In whole units of the currency. */
function averageOf(categoryId: Id, month: Month, budgets: readonly Budget[]): Cents {
  const months = averagedMonths(month, budgets);
  const actuals = budgets
    .filter((budget) => budget.categoryId === categoryId && months.includes(budget.month))
    .map(({ actual }) => actual);
  return months.length === 0 ? ZERO : cents(Math.round(sum(actuals) / months.length / 100) * 100);
}

const dueIn = (month: Month, subscriptions: readonly Subscription[]): DuePayment[] =>
  duePayments(subscriptions, firstDay(month), lastDay(month));
