import { isSame } from "../activity/activity.ts";
import { percentOf } from "../budget/budget.ts";
import type { ThingOf } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import {
  type Cents,
  cents,
  clampAmount,
  inWholeUnits,
  MAX_AMOUNT,
  minus,
  plus,
  ZERO,
} from "../money/money.ts";
import type { ReviewRow } from "../review/review.ts";
import { pluralize } from "../text/plural.ts";
import { addMonthsAnchored, type Day, daysBetween } from "../time/day.ts";
import { type Month, monthLabel, monthName, monthOfDay, monthsBetween, yearOf } from "../time/month.ts";
import { netAmount, type Transaction } from "../transaction/transaction.ts";
import type { contribution, GOAL_STATUSES, goal, milestone, storedGoal } from "./definition.ts";

export const CONTRIBUTIONS_PAGE = 50;

export type GoalStatus = (typeof GOAL_STATUSES)[number];
export type Goal = ThingOf<typeof goal>;
export type Milestone = ThingOf<typeof milestone>;
export type Contribution = ThingOf<typeof contribution>;

/** The goals to which an entry in a category can contribute. */
export const openGoalsOf = <G extends Pick<Goal, "categoryId" | "status">>(
  categoryId: Id | undefined,
  goals: readonly G[],
): G[] => goals.filter((goal) => goal.categoryId === categoryId && goal.status === "in-progress");

export const progressPercent = (current: Cents, target: Cents): number =>
  Math.max(0, Math.min(100, percentOf(current, target)));

export const remaining = (goal: Pick<Goal, "targetAmount" | "currentAmount">): Cents =>
  cents(Math.max(0, minus(goal.targetAmount, goal.currentAmount)));

export const isReached = (milestone: Pick<Milestone, "amount">, goal: Pick<Goal, "currentAmount">): boolean =>
  goal.currentAmount >= milestone.amount;

export const newGoalDefaults = (today: Day): Pick<Goal, "startDate" | "targetDate"> => ({
  startDate: today,
  targetDate: addMonthsAnchored(today, 6),
});

/** '3 months left', '12 days left', 'Due today', '5 days overdue'. */
export function timeLeft(targetDate: Day, today: Day): string {
  const days = daysBetween(today, targetDate);
  if (days === 0) return "Due today";
  if (days < 0) return `${pluralize(-days, "day")} overdue`;
  const months = wholeMonths(today, targetDate);
  if (months < 2) return `${pluralize(days, "day")} left`;
  return months < 24
    ? `${pluralize(months, "month")} left`
    : `${pluralize(Math.floor(months / 12), "year")} left`;
}

export function expectedBy(goal: Pick<Goal, "startDate" | "targetDate" | "targetAmount">, day: Day): Cents {
  if (day >= goal.targetDate) return goal.targetAmount;
  if (day <= goal.startDate) return ZERO;
  const share = daysBetween(goal.startDate, day) / daysBetween(goal.startDate, goal.targetDate);
  return cents(Math.round(goal.targetAmount * share));
}

/**
 * How much less was saved than equal shares for all past months. There is a share for each month from the start's to the
 * target's, both included; the current month's is not missing yet.
 */
export function behindBy(goal: Goal, today: Day): Cents {
  if (goal.status !== "in-progress") return ZERO;
  if (today > goal.targetDate) return remaining(goal);
  const start = monthOfDay(goal.startDate);
  const months = monthsBetween(start, monthOfDay(goal.targetDate)) + 1;
  const over = Math.max(0, monthsBetween(start, monthOfDay(today)));
  const missing = minus(cents(Math.floor((goal.targetAmount * over) / months)), goal.currentAmount);
  return missing > 0 ? missing : ZERO;
}

export const isBehind = (goal: Goal, today: Day): boolean => behindBy(goal, today) > 0;

/** "in November", "a month, November to January": the months that `neededPerMonth` divides by. */
export function neededIn(goal: Goal, month: Month): string {
  const start = monthOfDay(goal.startDate);
  const [first, last] = [start > month ? start : month, monthOfDay(goal.targetDate)];
  const nameOf = (one: Month) => (yearOf(first) === yearOf(last) ? monthName(one) : monthLabel(one));
  return last <= first ? `in ${nameOf(first)}` : `a month, ${nameOf(first)} to ${nameOf(last)}`;
}

/**
 * What is missing to the target, divided by the months from `month`, or from the goal's start if that is later, to the
 * target's, both included; in whole units, rounded up. After the target date it is all that is missing.
 */
export function neededPerMonth(goal: Goal, month: Month): Cents {
  if (goal.status !== "in-progress") return ZERO;
  const start = monthOfDay(goal.startDate);
  const months = monthsBetween(start > month ? start : month, monthOfDay(goal.targetDate)) + 1;
  return inWholeUnits(remaining(goal), Math.max(1, months));
}

function wholeMonths(from: Day, to: Day): number {
  const months = monthsBetween(monthOfDay(from), monthOfDay(to));
  return addMonthsAnchored(from, months) > to ? months - 1 : months;
}

export const isGoalReached = ({ status, currentAmount, targetAmount }: Goal): boolean =>
  status === "in-progress" && currentAmount >= targetAmount;

/**
 * A goal holds its contributions plus the transactions that are put aside for it. `fromRows` is the sum of those
 * transactions, derived and never part of an entry; `basis` identifies the deletions that it includes. Both are
 * absent from goals of a page or of an older release.
 */
export type HeldGoal = ThingOf<typeof storedGoal> & { fromRows?: Cents; basis?: string };

type Parts = Pick<HeldGoal, "currentAmount" | "contributed" | "fromRows">;

/** If the contributions are unknown, the amount beyond the goal's transactions counts as an opening contribution. */
export function withRows(goal: HeldGoal, fromRows: Cents, basis = ""): HeldGoal {
  const contributed = goal.contributed ?? minus(goal.currentAmount, fromRows);
  return { ...goal, contributed, fromRows, basis, currentAmount: clampAmount(plus(contributed, fromRows)) };
}

export const withoutParts = ({ contributed: _, fromRows: _rows, basis: _basis, ...goal }: HeldGoal): Goal =>
  goal;

/** Sets the amount that a person entered: the difference becomes a contribution. */
export const withAmount = (goal: HeldGoal, currentAmount: Cents): HeldGoal => ({
  ...goal,
  currentAmount,
  contributed: minus(currentAmount, goal.fromRows ?? ZERO),
});

/** Negative if refunds exceed the amounts put aside. */
export const heldBy = ({ currentAmount, contributed, fromRows = ZERO }: Parts): Cents =>
  contributed === undefined ? currentAmount : plus(contributed, fromRows);

/** Undefined below 0 or above the maximum amount. A goal that reaches its target stays in progress until completed. */
export function contribute(goal: HeldGoal, amount: Cents): HeldGoal | undefined {
  const after = plus(heldBy(goal), amount);
  if (amount < 0 ? after < 0 : after > MAX_AMOUNT) return undefined;
  return { ...goal, currentAmount: clampAmount(after), contributed: minus(after, goal.fromRows ?? ZERO) };
}

/** A transfer adds to the goal that it contributes to, whichever half of it is known. */
export const putAsideBy = (row: ReviewRow | null): PutAside | null =>
  row?.state === "transfer" && row.goalId
    ? { amount: row.amount, type: "expense", goalId: row.goalId }
    : null;

type PutAside = Pick<Transaction, "amount" | "type" | "refund" | "goalId">;

/** The effect of changed transactions on their goals; a refund subtracts. */
export function goalDeltas(
  changes: readonly { before: PutAside | null; after: PutAside | null }[],
): Map<Id, Cents> {
  const deltas = new Map<Id, Cents>();
  const add = (one: PutAside | null, sign: 1 | -1) => {
    if (!one?.goalId) return;
    deltas.set(one.goalId, plus(deltas.get(one.goalId) ?? ZERO, cents(sign * netAmount(one))));
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  return new Map([...deltas].filter(([, amount]) => amount !== 0));
}

/** Ignores changes of the goal's transactions. Entries of older releases have the whole amount only. */
export function isGoalAsLeft(left: HeldGoal, now: HeldGoal): boolean {
  const isWhole = left.contributed === undefined;
  const compared = ({ currentAmount, contributed, fromRows: _, basis: _basis, ...goal }: HeldGoal) => ({
    ...goal,
    amount: isWhole ? currentAmount : contributed,
  });
  return isSame(compared(left), compared(now));
}
