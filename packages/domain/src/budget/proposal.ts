import type { InferOutput } from "valibot";
import { inBatches } from "../batches.ts";
import type { Category, Flow } from "../category/category.ts";
import { inOrder } from "../category/category-order.ts";
import type { Goal } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, clampAmount, minus, plus, sum, ZERO } from "../money/money.ts";
import type { Steps } from "../steps.ts";
import { isRarerThanMonthly } from "../subscription/rhythm.ts";
import { asOf, duePayments, flowOf, type Subscription, totalDue } from "../subscription/subscription.ts";
import { addMonthsTo, firstDay, lastDay, type Month } from "../time/month.ts";
import { type Budget, budgetId, budgetsOf, type Plan } from "./budget.ts";
import type { ProposalSource, proposal } from "./definition.ts";
import { setAsideForBills, setAsideForGoals } from "./set-aside.ts";

export type Proposal = InferOutput<typeof proposal>;

export const proposalMonths = (month: Month): Month[] => [12, 3, 2, 1].map((ago) => addMonthsTo(month, -ago));

/** Categories that are proposed for within one step. */
const CATEGORIES_A_STEP = 50;
/** Payments that a proposal lists: what comes daily in hundreds is counted, and not each day of it shown. */
const LISTED_PAYMENTS = 10_000;

/**
 * The month's own bills and pay days, what it sets aside, and what the source goes beyond its own. `plans` are of the
 * month, `budgets` of it and `proposalMonths`. What a cover moved last month is not proposed again.
 */
export function* propose(facts: {
  month: Month;
  plans: readonly Plan[];
  from: ProposalSource;
  categories: readonly Category[];
  budgets: readonly Budget[];
  subscriptions: readonly Subscription[];
  goals: readonly Goal[];
  carried: ReadonlyMap<Id, Cents>;
}): Steps<Proposal[]> {
  const { month, from } = facts;
  const plans = new Map(facts.plans.map((plan) => [plan.categoryId, plan]));
  const budgets = new Map(facts.budgets.map((one) => [budgetId(one.month, one.categoryId), one]));
  const bills = Map.groupBy(facts.subscriptions, ({ categoryId }) => categoryId);
  const goals = Map.groupBy(facts.goals, ({ categoryId }) => categoryId);
  const averaged = averagedMonths(month, facts.budgets);
  let listed = 0;
  const proposalFor = ({ id, type }: Category): Proposal => {
    const budgetAgo = (months: number) => budgets.get(budgetId(addMonthsTo(month, -months), id));
    const last = budgetAgo(1);
    const own = bills.get(id) ?? [];
    const saving = type === "expense" ? (goals.get(id) ?? []) : [];
    const setAside = [
      ...setAsideForBills(month, own, facts.carried.get(id) ?? ZERO),
      ...setAsideForGoals(month, saving),
    ];
    // No other month saves for income, and for bills that come every month or more often.
    const regular = own.filter((sub) => flowOf(sub) === "income" || !isRarerThanMonthly(sub.frequency));
    const paid = budgets.get(budgetId(month, id))?.made?.billed ?? ZERO;
    const dated = plus(totalDue(regular, firstDay(month), lastDay(month)), paid);
    /** The part of a past month's plan that is neither its bills and pay days nor what it set aside for others. */
    const beyondBills = (planned: Cents, months: number) => {
      const past = addMonthsTo(month, -months);
      const row = budgetAgo(months);
      const then = own.map((sub) => asOf(sub, firstDay(past)));
      const regularThen = regular.map((sub) => asOf(sub, firstDay(past)));
      const dueThen = totalDue(regularThen, firstDay(past), lastDay(past));
      const billed = row?.made?.billed ?? ZERO;
      const put = row?.actual ?? ZERO;
      const goalsThen = saving.map((goal) => ({
        ...goal,
        currentAmount: clampAmount(minus(goal.currentAmount, put)),
      }));
      const aside = [
        ...setAsideForBills(past, then, row?.carried ?? ZERO),
        ...setAsideForGoals(past, goalsThen),
      ].map((one) => one.proposed);
      return minus(planned, sum([cents(Math.max(billed, dueThen)), ...aside]));
    };
    const unbilled = (row: Budget | undefined) => minus(row?.actual ?? ZERO, row?.made?.billed ?? ZERO);
    const beyond = {
      "last-month": () => beyondBills(minus(last?.projected ?? ZERO, last?.moved ?? ZERO), 1),
      "last-year": () => {
        const row = budgetAgo(12);
        return row?.projected ? beyondBills(row.projected, 12) : unbilled(row);
      },
      average: () => averageOf(averaged.map((one) => unbilled(budgets.get(budgetId(one, id))))),
      zero: () => ZERO,
    };
    const needed = sum([dated, ...setAside.map((one) => one.proposed)]);
    const proposed = plus(needed, clampAmount(beyond[from]()));
    const due = listed < LISTED_PAYMENTS ? duePayments(own, firstDay(month), lastDay(month)) : [];
    listed += due.length;
    return {
      categoryId: id,
      lastPlan: last?.projected ?? ZERO,
      lastActual: last?.actual ?? ZERO,
      planned: plans.get(id)?.projected ?? null,
      proposed: from === "zero" ? ZERO : clampAmount(proposed),
      due,
      ...(paid > 0 && { paid }),
      setAside: from === "zero" ? [] : setAside,
    };
  };
  const proposals: Proposal[] = [];
  const shown = inOrder(facts.categories.filter(({ archived }) => !archived));
  for (const some of inBatches(shown, CATEGORIES_A_STEP)) {
    proposals.push(...some.map(proposalFor));
    yield;
  }
  return proposals;
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
const averageOf = (actuals: readonly Cents[]): Cents =>
  actuals.length === 0 ? ZERO : cents(Math.round(sum(actuals) / actuals.length / 100) * 100);
