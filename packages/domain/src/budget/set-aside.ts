import type { InferOutput } from "valibot";
import { type Goal, neededPerMonth } from "../goal/goal.ts";
import { type Cents, cents, inWholeUnits, minus, plus, ZERO } from "../money/money.ts";
import { isRarerThanMonthly } from "../subscription/rhythm.ts";
import { duePayments, flowOf, type Subscription, totalDue } from "../subscription/subscription.ts";
import { addDays, type Day, FIRST_DAY } from "../time/day.ts";
import { addMonthsTo, firstDay, lastDay, type Month, monthOfDay, monthsBetween } from "../time/month.ts";
import type { setAside } from "./definition.ts";

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
