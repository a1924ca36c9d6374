import type { InferOutput } from "valibot";
import { inBatches } from "../batches.ts";
import type { Category, Flow } from "../category/category.ts";
import { inOrder } from "../category/category-order.ts";
import { type Goal, neededPerMonth } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, clampAmount, inWholeUnits, minus, plus, sum, ZERO } from "../money/money.ts";
import type { Steps } from "../steps.ts";
import { isRarerThanMonthly } from "../subscription/rhythm.ts";
import { asOf, duePayments, flowOf, type Subscription, totalDue } from "../subscription/subscription.ts";
import { addDays, type Day, dayOfMonth, FIRST_DAY } from "../time/day.ts";
import {
  addMonthsTo,
  daysIn,
  firstDay,
  lastDay,
  lastMonths,
  type Month,
  monthOfDay,
  monthsBetween,
  previousMonth,
} from "../time/month.ts";
import { type Budget, budgetId, budgetsOf, type Plan } from "./budget.ts";
import type { ProposalSource, proposal, setAside } from "./definition.ts";

export type Proposal = InferOutput<typeof proposal>;

/** The months whose budgets proposals for `month` need. */
export const proposalMonths = (month: Month, today: Day): Month[] => [
  ...new Set([addMonthsTo(month, -12), ...usualMonths(month, today), previousMonth(month)]),
];

/**
 * The last three months before `month` of which at least two thirds are over, oldest first. Later months have hardly any
 * actuals yet.
 */
function usualMonths(month: Month, today: Day): Month[] {
  const current = monthOfDay(today);
  const whole = dayOfMonth(today) * 3 >= daysIn(current) * 2 ? current : previousMonth(current);
  return lastMonths(whole < month ? whole : previousMonth(month), 3);
}

/** The number of categories handled in one step. */
const CATEGORIES_A_STEP = 50;
/** At most this many payments are listed; further ones are only summed up. */
const LISTED_PAYMENTS = 10_000;

/**
 * Proposes for each category the month's bills and pay days, plus the amount to set aside, plus the part of the source
 * (last month, the average, last year) that goes beyond the source's own bills and set-asides. `plans` are the month's;
 * `budgets` are those of the month and of `proposalMonths`. Amounts moved to cover a category are not proposed again.
 */
export function* propose(facts: {
  month: Month;
  today: Day;
  plans: readonly Plan[];
  from: ProposalSource;
  categories: readonly Category[];
  budgets: readonly Budget[];
  subscriptions: readonly Subscription[];
  goals: readonly Goal[];
  carried: ReadonlyMap<Id, Cents>;
  /** Leaves `due` empty, for callers that need the amounts only. */
  withoutPayments?: true;
}): Steps<Proposal[]> {
  const { month, from } = facts;
  const plans = new Map(facts.plans.map((plan) => [plan.categoryId, plan]));
  const budgets = new Map(facts.budgets.map((one) => [budgetId(one.month, one.categoryId), one]));
  const bills = Map.groupBy(facts.subscriptions, ({ categoryId }) => categoryId);
  const goals = Map.groupBy(facts.goals, ({ categoryId }) => categoryId);
  const averaged = averagedMonths(month, facts.today, facts.budgets);
  let listed = facts.withoutPayments ? LISTED_PAYMENTS : 0;
  const proposalFor = ({ id, type }: Category): Proposal => {
    const own: CategoryFacts = {
      month,
      averaged,
      budgetIn: (one) => budgets.get(budgetId(one, id)),
      subscriptions: bills.get(id) ?? [],
      goals: type === "expense" ? (goals.get(id) ?? []) : [],
    };
    const last = own.budgetIn(previousMonth(month));
    const setAside = [
      ...setAsideForBills(month, own.subscriptions, facts.carried.get(id) ?? ZERO),
      ...setAsideForGoals(month, own.goals),
    ];
    const paid = own.budgetIn(month)?.made?.billed ?? ZERO;
    const dated = plus(totalDue(regularOf(own.subscriptions), firstDay(month), lastDay(month)), paid);
    const needed = sum([dated, ...setAside.map((one) => one.proposed)]);
    const proposed = plus(needed, clampAmount(beyondBills(from, own)));
    const due =
      listed < LISTED_PAYMENTS ? duePayments(own.subscriptions, firstDay(month), lastDay(month)) : [];
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

type CategoryFacts = {
  month: Month;
  averaged: readonly Month[];
  budgetIn: (month: Month) => Budget | undefined;
  subscriptions: readonly Subscription[];
  goals: readonly Goal[];
};

/** Income, and bills that are due at least monthly, are planned in their own month. */
const regularOf = (subscriptions: readonly Subscription[]): Subscription[] =>
  subscriptions.filter((sub) => flowOf(sub) === "income" || !isRarerThanMonthly(sub.frequency));

/** The part of the source beyond its own bills, pay days and set-asides. */
function beyondBills(from: ProposalSource, own: CategoryFacts): Cents {
  const { month, averaged, budgetIn } = own;
  switch (from) {
    case "last-month": {
      const past = previousMonth(month);
      const { projected = ZERO, moved = ZERO } = budgetIn(past) ?? {};
      return plannedBeyondBills(past, minus(projected, moved), own);
    }
    case "last-year": {
      const past = addMonthsTo(month, -12);
      const row = budgetIn(past);
      return row?.projected ? plannedBeyondBills(past, row.projected, own) : unbilled(row, own);
    }
    case "average":
      return averageOf(averaged.map((one) => unbilled(budgetIn(one), own)));
    case "zero":
      return ZERO;
  }
}

function plannedBeyondBills(past: Month, planned: Cents, own: CategoryFacts): Cents {
  const { month, subscriptions, goals } = own;
  const row = own.budgetIn(past);
  const then = subscriptions.map((sub) => asOf(sub, firstDay(past)));
  const dueThen = sum(regularOf(subscriptions).map((sub) => coveredIn(past, sub, month)));
  const billed = row?.made?.billed ?? ZERO;
  const aside = setAsideForBills(past, then, row?.carried ?? ZERO).map((one) => one.proposed);
  const forGoals = neededForGoals(past, goals, row?.actual ?? ZERO);
  return minus(planned, sum([cents(Math.max(billed, dueThen)), ...aside, forGoals]));
}

/**
 * The part of a past month's actual beyond the amounts recorded by subscriptions, the amounts that goals needed, and
 * payments of bills that people entered.
 */
function unbilled(
  row: Budget | undefined,
  { month, averaged, budgetIn, subscriptions, goals }: CategoryFacts,
) {
  if (!row) return ZERO;
  const spent = minus(row.actual, row.made?.billed ?? ZERO);
  const savedSince = averaged.filter((one) => one >= row.month).map((one) => budgetIn(one)?.actual ?? ZERO);
  const saved = savedSince.length > 0 ? sum(savedSince) : row.actual;
  const forGoals = spent > 0 ? neededForGoals(row.month, goals, saved) : ZERO;
  const rest = forGoals > 0 ? clampAmount(minus(spent, forGoals)) : spent;
  const entered = regularOf(subscriptions).filter(({ amount }) => amount === row.made?.largest);
  if (entered.length === 0) return rest;
  return clampAmount(minus(rest, sum(entered.map((sub) => coveredIn(row.month, sub, month)))));
}

/** The amount that goals needed in a past month; `saved` was saved for them since. */
function neededForGoals(past: Month, goals: readonly Goal[], saved: Cents): Cents {
  const then = goals.map((goal) => ({
    ...goal,
    currentAmount: clampAmount(minus(goal.currentAmount, saved)),
  }));
  return sum(setAsideForGoals(past, then).map((one) => one.proposed));
}

/**
 * The part of a past month's plan that was for a bill or a pay day. If the subscription began later, people had planned it
 * by hand, so at least the amount that `month` needs for it is counted and not proposed a second time.
 */
function coveredIn(past: Month, sub: Subscription, month: Month): Cents {
  const dueIn = (one: Month) => totalDue([asOf(sub, firstDay(one))], firstDay(one), lastDay(one));
  return sub.startDate > firstDay(past) ? cents(Math.max(dueIn(past), dueIn(month))) : dueIn(past);
}

/** Planned income less planned expenses; negative if more is planned than is earned. */
export function leftToPlan(
  categories: readonly Pick<Category, "id" | "type">[],
  plans: readonly { categoryId: Id; projected: Cents }[],
): Cents {
  const planned = (type: Flow) => sum(budgetsOf(type, categories, plans).map(({ projected }) => projected));
  return minus(planned("income"), planned("expense"));
}

/** Oldest first, without months before the budget was first used: a new user's first month is not averaged over three. */
export const averagedMonths = (
  month: Month,
  today: Day,
  budgets: readonly Pick<Budget, "month" | "actual">[],
): Month[] =>
  usualMonths(month, today).filter((one) =>
    budgets.some((budget) => budget.actual !== 0 && budget.month <= one),
  );

/** The mean, in whole units of the currency. */
const averageOf = (actuals: readonly Cents[]): Cents =>
  actuals.length === 0 ? ZERO : cents(Math.round(sum(actuals) / actuals.length / 100) * 100);

type SetAside = InferOutput<typeof setAside>;

/** Bills due within this many months are considered, so each yearly bill counts once. */
const MONTHS_AHEAD = 12;

/**
 * The amounts to set aside in a month for bills that are rarer than monthly, so that each can be paid when it is due. The
 * total is the largest, over the due dates, of (due until then − carried) ÷ months left, rounded up to whole units. It is
 * divided among the bills, the earliest first.
 */
export function setAsideForBills(
  month: Month,
  subscriptions: readonly Subscription[],
  carried: Cents,
): SetAside[] {
  const rare = subscriptions.filter((sub) => flowOf(sub) === "expense" && isRarerThanMonthly(sub.frequency));
  const bills = duePayments(rare, firstDay(month), lastDay(addMonthsTo(month, MONTHS_AHEAD - 1)));
  // Unpaid bills from before the month are paid from what is carried.
  const dueBefore = totalDue(rare, FIRST_DAY, addDays(firstDay(month), -1));
  const saved = carried > 0 ? minus(carried, dueBefore) : carried;
  let due = ZERO;
  let needed = ZERO;
  for (const { amount, date } of bills) {
    due = plus(due, amount);
    const share = inWholeUnits(minus(due, saved), monthsLeft(month, date));
    if (share > needed) needed = share;
  }
  let left = saved > 0 ? saved : ZERO;
  let rest = needed;
  return bills
    .map(({ subscriptionId, name, date, amount }) => {
      const covered = cents(Math.min(left, amount));
      left = minus(left, covered);
      const missing = minus(amount, covered);
      const own = saved < 0 ? rest : inWholeUnits(missing, monthsLeft(month, date));
      const proposed = cents(Math.min(own, rest));
      rest = minus(rest, proposed);
      return { subscriptionId, name, date, amount, saved: covered, proposed };
    })
    .filter((one) => one.saved > 0 || one.proposed > 0);
}

export function setAsideForGoals(month: Month, goals: readonly Goal[]): SetAside[] {
  return goals
    .filter((goal) => goal.status === "in-progress" && monthOfDay(goal.startDate) <= month)
    .map((goal) => ({
      goalId: goal.id,
      name: goal.name,
      date: goal.targetDate,
      amount: goal.targetAmount,
      saved: goal.currentAmount,
      proposed: neededPerMonth(goal, month),
    }))
    .filter(({ proposed }) => proposed > 0);
}

/** Counts both months; 1 for a date that has passed. */
const monthsLeft = (month: Month, date: Day): number =>
  Math.max(1, monthsBetween(month, monthOfDay(date)) + 1);
