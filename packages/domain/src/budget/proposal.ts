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

/** The months that proposals for a month look at. */
export const proposalMonths = (month: Month, today: Day): Month[] => [
  ...new Set([addMonthsTo(month, -12), ...usualMonths(month, today), previousMonth(month)]),
];

/**
 * The last three months before `month` that count as whole, oldest first: a month does once two thirds of it are over.
 * Later months have hardly any actuals yet.
 */
function usualMonths(month: Month, today: Day): Month[] {
  const current = monthOfDay(today);
  const whole = dayOfMonth(today) * 3 >= daysIn(current) * 2 ? current : previousMonth(current);
  return lastMonths(whole < month ? whole : previousMonth(month), 3);
}

/** Categories handled in one step. */
const CATEGORIES_A_STEP = 50;
/** The most payments that proposals list; further ones are summed up only. */
const LISTED_PAYMENTS = 10_000;

/**
 * Proposes for each category the month's bills and pay days, plus what it sets aside, plus the part of the source (last
 * month, the average, last year) that goes beyond the source's own bills and set-asides. `plans` are the month's;
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
  /** Leaves `due` empty, for those who need the amounts alone. */
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
    const budgetAgo = (months: number) => budgets.get(budgetId(addMonthsTo(month, -months), id));
    const last = budgetAgo(1);
    const own = bills.get(id) ?? [];
    const saving = type === "expense" ? (goals.get(id) ?? []) : [];
    const setAside = [
      ...setAsideForBills(month, own, facts.carried.get(id) ?? ZERO),
      ...setAsideForGoals(month, saving),
    ];
    // Income, and bills that are due at least monthly, are planned in their own month.
    const regular = own.filter((sub) => flowOf(sub) === "income" || !isRarerThanMonthly(sub.frequency));
    const paid = budgets.get(budgetId(month, id))?.made?.billed ?? ZERO;
    const dated = plus(totalDue(regular, firstDay(month), lastDay(month)), paid);
    /** The amount that goals needed in a past month; `put` was put aside for them since. */
    const forGoalsIn = (past: Month, put: Cents): Cents => {
      const then = saving.map((goal) => ({
        ...goal,
        currentAmount: clampAmount(minus(goal.currentAmount, put)),
      }));
      return sum(setAsideForGoals(past, then).map((one) => one.proposed));
    };
    /** The part of a past month's plan beyond its bills, its pay days and what it set aside. */
    const beyondBills = (planned: Cents, months: number) => {
      const past = addMonthsTo(month, -months);
      const row = budgetAgo(months);
      const then = own.map((sub) => asOf(sub, firstDay(past)));
      const dueThen = sum(regular.map((sub) => coveredIn(past, sub, month)));
      const billed = row?.made?.billed ?? ZERO;
      const aside = setAsideForBills(past, then, row?.carried ?? ZERO).map((one) => one.proposed);
      const forGoals = forGoalsIn(past, row?.actual ?? ZERO);
      return minus(planned, sum([cents(Math.max(billed, dueThen)), ...aside, forGoals]));
    };
    /**
     * The part of a past month's actual beyond what bills recorded, what goals needed, and payments of bills that people
     * entered.
     */
    const unbilled = (row: Budget | undefined) => {
      const spent = minus(row?.actual ?? ZERO, row?.made?.billed ?? ZERO);
      const putSince = averaged
        .filter((one) => row && one >= row.month)
        .map((one) => budgets.get(budgetId(one, id))?.actual ?? ZERO);
      const put = putSince.length > 0 ? sum(putSince) : (row?.actual ?? ZERO);
      const forGoals = row && spent > 0 ? forGoalsIn(row.month, put) : ZERO;
      const rest = forGoals > 0 ? clampAmount(minus(spent, forGoals)) : spent;
      const entered = regular.filter(({ amount }) => amount === row?.made?.largest);
      if (!row || entered.length === 0) return rest;
      return clampAmount(minus(rest, sum(entered.map((sub) => coveredIn(row.month, sub, month)))));
    };
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

/**
 * The part of a past month's plan that was for a bill or a pay day. A subscription that begins later was planned by
 * hand, so that part is at least what `month` needs for it: it is not proposed a second time.
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

/** Bills within this many months are considered: each yearly bill once. */
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
  let there = saved > 0 ? saved : ZERO;
  let rest = needed;
  return bills
    .map(({ subscriptionId, name, date, amount }) => {
      const covered = cents(Math.min(there, amount));
      there = minus(there, covered);
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
