import { percentOf } from "./budget.ts";
import type { Day } from "./day.ts";
import { addMonthsAnchored, daysBetween } from "./day.ts";
import type { Id } from "./id.ts";
import type { Cents } from "./money.ts";
import { cents, MAX_AMOUNT, minus, plus, ZERO } from "./money.ts";
import { monthOfDay, monthsBetween } from "./month.ts";
import { pluralize } from "./plural.ts";

export const GOAL_STATUSES = ["in-progress", "completed", "cancelled"] as const;
export type GoalStatus = (typeof GOAL_STATUSES)[number];

export const GOAL_ICONS = ["savings", "flag", "target", "trending-up"] as const;
export type GoalIcon = (typeof GOAL_ICONS)[number];

export const GOAL_COLORS = ["green", "blue", "purple", "yellow", "red"] as const;
export type GoalColor = (typeof GOAL_COLORS)[number];

export type Goal = {
  id: Id;
  name: string;
  description: string | null;
  targetAmount: Cents;
  currentAmount: Cents;
  startDate: Day;
  targetDate: Day;
  categoryId: Id | null;
  icon: GoalIcon;
  color: GoalColor;
  status: GoalStatus;
};

/** A step on the way to a goal. Whether it is reached follows from the goal's current amount. */
export type Milestone = { id: Id; goalId: Id; name: string; amount: Cents; description: string | null };

/** Returns current as a whole percentage of the target, 0 to 100 (spec section 9). */
export function progressPercent(current: Cents, target: Cents): number {
  return Math.max(0, Math.min(100, percentOf(current, target)));
}

/** Returns the cents still missing; 0 once the target is met. */
export function remaining(goal: Pick<Goal, "targetAmount" | "currentAmount">): Cents {
  return cents(Math.max(0, minus(goal.targetAmount, goal.currentAmount)));
}

/** A milestone is reached once the goal's current amount reaches it (product page section 4). */
export function isReached(milestone: Pick<Milestone, "amount">, goal: Pick<Goal, "currentAmount">): boolean {
  return goal.currentAmount >= milestone.amount;
}

/** Returns a new goal's dates: today, and six months after (spec section 9). */
export function newGoalDefaults(today: Day): Pick<Goal, "startDate" | "targetDate"> {
  return { startDate: today, targetDate: addMonthsAnchored(today, 6) };
}

/** Returns the time to a deadline in words: '3 months left', 'in 12 days', 'Due today', '5 days overdue'. */
export function timeLeft(targetDate: Day, today: Day): string {
  const days = daysBetween(today, targetDate);
  if (days === 0) return "Due today";
  if (days < 0) return `${pluralize(-days, "day")} overdue`;
  const months = wholeMonths(today, targetDate);
  if (months < 2) return `in ${pluralize(days, "day")}`;
  return months < 24
    ? `${pluralize(months, "month")} left`
    : `${pluralize(Math.floor(months / 12), "year")} left`;
}

/** Returns the cents a goal should hold by a day, on a straight course from its start to its target date. */
export function expectedBy(goal: Pick<Goal, "startDate" | "targetDate" | "targetAmount">, day: Day): Cents {
  if (day >= goal.targetDate) return goal.targetAmount;
  if (day <= goal.startDate) return ZERO;
  const share = daysBetween(goal.startDate, day) / daysBetween(goal.startDate, goal.targetDate);
  return cents(Math.round(goal.targetAmount * share));
}

/** Returns whether a goal in progress holds less than its course expects by today. */
export function isBehind(goal: Goal, today: Day): boolean {
  return goal.status === "in-progress" && goal.currentAmount < expectedBy(goal, today);
}

/**
 * Takes a goal and an amount put in, or taken out if negative; returns the goal with it, or undefined if it
 * would then hold less than nothing or more than an amount may be. Completing it stays the owner's decision.
 */
export function contribute(goal: Goal, amount: Cents): Goal | undefined {
  const currentAmount = plus(goal.currentAmount, amount);
  return currentAmount < 0 || currentAmount > MAX_AMOUNT ? undefined : { ...goal, currentAmount };
}

function wholeMonths(from: Day, to: Day): number {
  const months = monthsBetween(monthOfDay(from), monthOfDay(to));
  return addMonthsAnchored(from, months) > to ? months - 1 : months;
}
