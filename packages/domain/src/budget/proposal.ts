import type { Category } from "../category/category.ts";
import { inOrder } from "../category/category-order.ts";
import type { Goal } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, MAX_AMOUNT, minus, sum, ZERO } from "../money/money.ts";
import { isRarerThanMonthly } from "../subscription/rhythm.ts";
import { flowOf, paymentsIn, type Subscription } from "../subscription/subscription.ts";
import { compareDays, type Day } from "../time/day.ts";
import { addMonthsTo, type Month } from "../time/month.ts";
import type { Budget, Plan } from "./budget.ts";
import type { ProposalSource } from "./proposal-sources.ts";
import { type SetAside, setAsideForBills, setAsideForGoals } from "./set-aside.ts";

type DuePayment = { subscriptionId: Id; name: string; amount: Cents; date: Day };
/** The proposal for one category; without a plan last month, `lastPlan` is 0. */
export type Proposal = {
  categoryId: Id;
  lastPlan: Cents;
  lastActual: Cents;
  proposed: Cents;
  /** The month's plan so far, which planning it at once leaves as it is; null where nothing is. */
  planned: Cents | null;
  /** The payments, or pay days, of the category in the month. */
  due: DuePayment[];
  /** The part of `proposed` that is put aside for bills that come less often than monthly, and for goals. */
  setAside: SetAside[];
};

/** The months whose budgets a proposal looks at. */
export function proposalMonths(month: Month): Month[] {
  return [12, 3, 2, 1].map((ago) => addMonthsTo(month, -ago));
}

/**
 * One proposal for each category that is not archived; `plans` are those of the month, `budgets` those of
 * `proposalMonths`, `carried` what the categories carry into the month. What a cover moved last month is not proposed
 * again.
 */
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
  const lastMonth = addMonthsTo(month, -1);
  return inOrder(facts.categories.filter(({ archived }) => !archived)).map(({ id, type }) => {
    const of = (wanted: Month) => budgets.find((one) => one.categoryId === id && one.month === wanted);
    const bills = facts.subscriptions.filter(({ categoryId }) => categoryId === id);
    const due = paymentsDue(month, bills);
    const goals = facts.goals.filter(({ categoryId }) => type === "expense" && categoryId === id);
    const setAside =
      from === "zero"
        ? []
        : [
            ...setAsideForBills(month, bills, facts.carried.get(id) ?? ZERO),
            ...setAsideForGoals(month, goals),
          ];
    const start: Record<ProposalSource, () => Cents> = {
      zero: () => ZERO,
      "last-month": () => withoutMoved(of(lastMonth)),
      "last-year": () => planOrActual(of(addMonthsTo(month, -12))),
      average: () => averageOf(id, month, budgets),
    };
    const own = paymentsDue(month, bills.filter(isOwnOfTheMonth)).map(({ amount }) => amount);
    const least = from === "zero" ? ZERO : sum([...own, ...setAside.map(({ proposed }) => proposed)]);
    return {
      categoryId: id,
      lastPlan: of(lastMonth)?.projected ?? ZERO,
      lastActual: of(lastMonth)?.actual ?? ZERO,
      planned: plans.find(({ categoryId }) => categoryId === id)?.projected ?? null,
      proposed: within(Math.max(start[from](), least)),
      due,
      setAside,
    };
  });
}

/** Income, and bills that come every month or more often: no other month saves for them. */
function isOwnOfTheMonth(sub: Subscription): boolean {
  return flowOf(sub) === "income" || !isRarerThanMonthly(sub.frequency);
}

function withoutMoved(budget: Budget | undefined): Cents {
  return budget ? minus(budget.projected, budget.moved ?? ZERO) : ZERO;
}

/** Planned income less planned expenses: negative once more is planned than comes in. */
export function leftToPlan(
  categories: readonly Pick<Category, "id" | "type">[],
  plans: readonly { categoryId: Id; projected: Cents }[],
): Cents {
  const types = new Map(categories.map(({ id, type }) => [id, type]));
  const total = (type: Category["type"]) =>
    sum(plans.filter(({ categoryId }) => types.get(categoryId) === type).map(({ projected }) => projected));
  return minus(total("income"), total("expense"));
}

/** Planning a month fills blanks only: a plan that exists, even of 0, was somebody's decision. */
export function blanksOnly<T extends { categoryId: Id }>(
  plans: readonly T[],
  existing: readonly { categoryId: Id }[],
): T[] {
  const planned = new Set(existing.map(({ categoryId }) => categoryId));
  return plans.filter(({ categoryId }) => !planned.has(categoryId));
}

/**
 * The last three months, oldest first. Those before the budget was first used are left out: a new user's first month is
 * no third of itself.
 */
export function averagedMonths(month: Month, budgets: readonly Pick<Budget, "month" | "actual">[]): Month[] {
  return [3, 2, 1]
    .map((ago) => addMonthsTo(month, -ago))
    .filter((one) => budgets.some((budget) => budget.actual !== 0 && budget.month <= one));
}

/** The mean of those months' actuals in whole units of the currency. */
function averageOf(categoryId: Id, month: Month, budgets: readonly Budget[]): Cents {
  const months = averagedMonths(month, budgets);
  const actuals = budgets
    .filter((budget) => budget.categoryId === categoryId && months.includes(budget.month))
    .map(({ actual }) => actual);
  return months.length === 0 ? ZERO : cents(Math.round(sum(actuals) / months.length / 100) * 100);
}

function planOrActual(budget: Budget | undefined): Cents {
  return budget?.projected || budget?.actual || ZERO;
}

function paymentsDue(month: Month, subscriptions: readonly Subscription[]): DuePayment[] {
  return subscriptions
    .flatMap((sub) =>
      paymentsIn(sub, month).map((date) => ({
        subscriptionId: sub.id,
        name: sub.name,
        amount: sub.amount,
        date,
      })),
    )
    .sort((a, b) => compareDays(a.date, b.date) || a.subscriptionId - b.subscriptionId);
}

/** Neither the sum of many payments nor a month of refunds may leave what a plan can be. */
function within(amount: number): Cents {
  return cents(Math.max(0, Math.min(MAX_AMOUNT, amount)));
}
