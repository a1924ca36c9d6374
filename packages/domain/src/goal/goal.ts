import { percentOf } from "../budget/budget.ts";
import type { ThingOf } from "../definition/kind.ts";
import { type Cents, cents, inWholeUnits, minus, ZERO } from "../money/money.ts";
import { pluralize } from "../text/plural.ts";
import { addMonthsAnchored, type Day, daysBetween } from "../time/day.ts";
import { type Month, monthLabel, monthName, monthOfDay, monthsBetween, yearOf } from "../time/month.ts";
import type { contribution, GOAL_STATUSES, goal, milestone } from "./definition.ts";

export const CONTRIBUTIONS_PAGE = 50;

export type GoalStatus = (typeof GOAL_STATUSES)[number];
export type Goal = ThingOf<typeof goal>;
export type Milestone = ThingOf<typeof milestone>;
export type Contribution = ThingOf<typeof contribution>;

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
 * The amount missing to an equal share for each month that is over. The months run from the start's to the target's, both
 * included, as in `neededPerMonth`; the current month is not missing yet.
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

/** In whole units, rounded up, over the months left, both ends included; everything once the target date has passed. */
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
