import type { Flow } from "../category/category.ts";
import type { ThingOf } from "../definition/kind.ts";
import { type Cents, cents, sum } from "../money/money.ts";
import { addDays, compareDays, type Day, daysBetween } from "../time/day.ts";
import { firstDay, lastDay, type Month } from "../time/month.ts";
import type { subscription } from "./definition.ts";
import { occurrence, PAYMENTS_A_YEAR, paymentAfter, paymentsUntil } from "./rhythm.ts";

export type Subscription = ThingOf<typeof subscription>;

export const UPCOMING_DAYS = 7;
const SOON_DAYS = 3;

export type SubscriptionStatus = "Inactive" | "Overdue" | "Due Today" | "Soon" | "Upcoming";

export function yearlyCost({ amount, frequency }: Pick<Subscription, "amount" | "frequency">): Cents {
  return cents(amount * PAYMENTS_A_YEAR[frequency]);
}

export function flowOf({ type }: Pick<Subscription, "type">): Flow {
  return type ?? "expense";
}

/** The summary cards, of expenses that still run. The monthly cost is a twelfth of the exact annual total. */
export function totals(
  subs: readonly Subscription[],
  today: Day,
): { monthly: Cents; annual: Cents; upcoming: number } {
  const costs = subs.filter((sub) => flowOf(sub) === "expense" && isRunning(sub, today));
  const annual = sum(costs.map(yearlyCost));
  return { monthly: cents(Math.round(annual / 12)), annual, upcoming: upcoming(subs, today).length };
}

/**
 * The payment days not yet recorded, up to today and not past the end date, oldest first. At most `limit`, so
 * that years of missed days can be caught up in portions.
 */
export function dueDates(sub: Subscription, today: Day, limit = 400): Day[] {
  const last = sub.endDate && sub.endDate < today ? sub.endDate : today;
  const days: Day[] = [];
  if (!sub.active) return days;
  let n = paymentsUntil(sub, sub.nextPaymentDate);
  for (let day = sub.nextPaymentDate; day <= last && days.length < limit; n++) {
    days.push(day);
    const next = occurrence(sub, n);
    if (next === day) break; // the calendar's last day
    day = next;
  }
  return days;
}

/** The days of a month on which a payment is still to be made, earliest first. */
export function paymentsIn(sub: Subscription, month: Month): Day[] {
  return paymentsBetween(sub, firstDay(month), lastDay(month));
}

/** As paymentsIn, of any span, both ends included. */
export function paymentsBetween(sub: Subscription, first: Day, until: Day): Day[] {
  const last = sub.endDate && sub.endDate < until ? sub.endDate : until;
  const start = paymentAfter(sub, addDays(first, -1));
  const days: Day[] = [];
  let day = sub.nextPaymentDate < first ? start : sub.nextPaymentDate;
  while (sub.active && day <= last && day !== days.at(-1)) {
    days.push(day);
    day = paymentAfter(sub, day);
  }
  return days;
}

export function isAutoRecorded(
  sub: Pick<Subscription, "active" | "autoCreateTransaction" | "categoryId" | "type">,
): boolean {
  const isAutomatic = sub.autoCreateTransaction || flowOf(sub) === "income";
  return sub.active && isAutomatic && sub.categoryId !== null;
}

/** The day on which the daily job next has to record a payment or deactivate an ended subscription. */
export function nextJobDay(sub: Subscription): Day | null {
  if (!sub.active) return null;
  if (isAutoRecorded(sub) && !(sub.endDate && sub.endDate < sub.nextPaymentDate)) return sub.nextPaymentDate;
  return sub.endDate && addDays(sub.endDate, 1);
}

export function status(sub: Subscription, today: Day): SubscriptionStatus {
  if (!isRunning(sub, today)) return "Inactive";
  const days = daysBetween(today, sub.nextPaymentDate);
  if (days < 0) return "Overdue";
  if (days === 0) return "Due Today";
  return days <= SOON_DAYS ? "Soon" : "Upcoming";
}

export function timeRemaining(day: Day, today: Day): string {
  const days = daysBetween(today, day);
  if (days < 0) return "Overdue";
  return days === 0 ? "Today" : days === 1 ? "Tomorrow" : `${days} days`;
}

/** 'today', 'tomorrow', 'in 5 days', as in "Trial ends today". */
export function timeUntil(day: Day, today: Day): string {
  const time = timeRemaining(day, today).toLowerCase();
  return /\d/.test(time) ? `in ${time}` : time;
}

/** Subscriptions that still run and are due in 0 to 7 days, soonest first: payments, or pay days. */
export function upcoming(subs: readonly Subscription[], today: Day, type: Flow = "expense"): Subscription[] {
  return subs
    .filter((sub) => flowOf(sub) === type)
    .filter((sub) => isRunning(sub, today) && isWithin(UPCOMING_DAYS, sub.nextPaymentDate, today))
    .sort(soonestFirst);
}

export function soonestFirst(a: Subscription, b: Subscription): number {
  return compareDays(a.nextPaymentDate, b.nextPaymentDate) || a.name.localeCompare(b.name) || a.id - b.id;
}

/** Its end date has passed, or no payment is left before it. */
export function isOver(sub: Pick<Subscription, "endDate" | "nextPaymentDate">, today: Day): boolean {
  return sub.endDate !== null && (sub.endDate < today || sub.endDate < sub.nextPaymentDate);
}

export function isRunning(
  sub: Pick<Subscription, "active" | "endDate" | "nextPaymentDate">,
  today: Day,
): boolean {
  return sub.active && !isOver(sub, today);
}

function isWithin(window: number, day: Day, today: Day): boolean {
  const days = daysBetween(today, day);
  return days >= 0 && days <= window;
}
