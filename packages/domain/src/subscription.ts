import type { Day } from "./day.ts";
import { addDays, addMonthsAnchored, compareDays, daysBetween } from "./day.ts";
import type { Id } from "./id.ts";
import type { Cents } from "./money.ts";
import { cents, sum } from "./money.ts";
import type { Month } from "./month.ts";
import { firstDay, lastDay, monthOfDay, monthsBetween } from "./month.ts";

export const FREQUENCIES = ["daily", "weekly", "monthly", "quarterly", "annually"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export type Subscription = {
  id: Id;
  name: string;
  amount: Cents;
  frequency: Frequency;
  startDate: Day;
  endDate: Day | null;
  nextPaymentDate: Day;
  categoryId: Id | null;
  notifyBeforeDays: number;
  autoCreateTransaction: boolean;
  active: boolean;
  description: string | null;
  website: string | null;
  notes: string | null;
};

/** Days (spec section 9): notice given by default, the upcoming window, and what counts as soon. */
export const DEFAULT_NOTIFY_DAYS = 3;
export const UPCOMING_DAYS = 7;
const SOON_DAYS = 3;

/** Payments a year, for cost figures (spec section 9). */
const YEARLY = { daily: 365, weekly: 52, monthly: 12, quarterly: 4, annually: 1 } as const;

export type SubscriptionStatus = "Inactive" | "Overdue" | "Due Today" | "Soon" | "Upcoming";

/** Returns a subscription's exact cost a year, in cents. */
export function yearlyCost({ amount, frequency }: Pick<Subscription, "amount" | "frequency">): Cents {
  return cents(amount * YEARLY[frequency]);
}

/** Returns the summary cards of what still runs; monthly comes from the exact annual total, so nothing drifts. */
export function totals(
  subs: readonly Subscription[],
  today: Day,
): { monthly: Cents; annual: Cents; upcoming: number } {
  const annual = sum(subs.filter((sub) => isRunning(sub, today)).map(yearlyCost));
  return { monthly: cents(Math.round(annual / 12)), annual, upcoming: upcoming(subs, today).length };
}

/** Returns the n-th payment day from 0, counted from the anchor, so that 31 January never becomes a 28th for good. */
export function occurrence(start: Day, frequency: Frequency, n: number): Day {
  const step = STEPS[frequency];
  return "days" in step ? addDays(start, n * step.days) : addMonthsAnchored(start, n * step.months);
}

/**
 * Returns the first payment day strictly after a day. A new subscription's is that after today: its start if in
 * the future (spec section 4).
 */
export function paymentAfter(start: Day, frequency: Frequency, day: Day): Day {
  return occurrence(start, frequency, paymentsUntil(start, frequency, day));
}

/**
 * Takes an active subscription; returns its unposted payment days from the next one up to today and not past
 * its end, oldest first and at most `limit`: years of missed days can be caught up in portions.
 */
export function dueDates(sub: Subscription, today: Day, limit = 400): Day[] {
  const last = sub.endDate && sub.endDate < today ? sub.endDate : today;
  const days: Day[] = [];
  if (!sub.active) return days;
  let n = paymentsUntil(sub.startDate, sub.frequency, sub.nextPaymentDate);
  for (let day = sub.nextPaymentDate; day <= last && days.length < limit; n++) {
    days.push(day);
    const next = occurrence(sub.startDate, sub.frequency, n);
    if (next === day) break; // the calendar's last day
    day = next;
  }
  return days;
}

/** Returns the days of a month on which an active subscription is still to be paid, earliest first. */
export function paymentsIn(sub: Subscription, month: Month): Day[] {
  const first = firstDay(month);
  const last = sub.endDate && sub.endDate < lastDay(month) ? sub.endDate : lastDay(month);
  const start = paymentAfter(sub.startDate, sub.frequency, addDays(first, -1));
  const days: Day[] = [];
  let day = sub.nextPaymentDate < first ? start : sub.nextPaymentDate;
  while (sub.active && day <= last && day !== days.at(-1)) {
    days.push(day);
    day = paymentAfter(sub.startDate, sub.frequency, day);
  }
  return days;
}

/** Returns whether a subscription's payments are recorded by themselves. */
export function isAutoRecorded(
  sub: Pick<Subscription, "active" | "autoCreateTransaction" | "categoryId">,
): boolean {
  return sub.active && sub.autoCreateTransaction && sub.categoryId !== null;
}

/** Returns the day on which the daily job has something to do about a subscription: record a payment, note its end. */
export function nextJobDay(sub: Subscription): Day | null {
  if (!sub.active) return null;
  if (isAutoRecorded(sub) && !(sub.endDate && sub.endDate < sub.nextPaymentDate)) return sub.nextPaymentDate;
  return sub.endDate && addDays(sub.endDate, 1);
}

/** Returns the status shown for a subscription (spec section 4); one past its end is inactive. */
export function status(sub: Subscription, today: Day): SubscriptionStatus {
  if (!isRunning(sub, today)) return "Inactive";
  const days = daysBetween(today, sub.nextPaymentDate);
  if (days < 0) return "Overdue";
  if (days === 0) return "Due Today";
  return days <= SOON_DAYS ? "Soon" : "Upcoming";
}

/** Returns the time to a payment in words: 'Overdue', 'Today', 'Tomorrow' or 'N days' (spec section 4). */
export function timeRemaining(day: Day, today: Day): string {
  const days = daysBetween(today, day);
  if (days < 0) return "Overdue";
  return days === 0 ? "Today" : days === 1 ? "Tomorrow" : `${days} days`;
}

/** Returns what still runs and is due in 0 to 7 days, soonest first (spec section 4). */
export function upcoming(subs: readonly Subscription[], today: Day): Subscription[] {
  return subs
    .filter((sub) => isRunning(sub, today) && isWithin(UPCOMING_DAYS, sub.nextPaymentDate, today))
    .sort(soonestFirst);
}

/** Orders subscriptions by next payment, then by name. */
export function soonestFirst(a: Subscription, b: Subscription): number {
  return compareDays(a.nextPaymentDate, b.nextPaymentDate) || a.name.localeCompare(b.name) || a.id - b.id;
}

/** Returns whether a subscription has ended: its end has passed, or no payment is left before it. */
export function isOver(sub: Pick<Subscription, "endDate" | "nextPaymentDate">, today: Day): boolean {
  return sub.endDate !== null && (sub.endDate < today || sub.endDate < sub.nextPaymentDate);
}

/** Returns whether a subscription still costs anything: active and not over. */
export function isRunning(
  sub: Pick<Subscription, "active" | "endDate" | "nextPaymentDate">,
  today: Day,
): boolean {
  return sub.active && !isOver(sub, today);
}

const STEPS = {
  daily: { days: 1 },
  weekly: { days: 7 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  annually: { months: 12 },
} as const;

/** How many payments fall on or before a day. Worked out, not walked: a century of days costs the same as one. */
function paymentsUntil(start: Day, frequency: Frequency, day: Day): number {
  if (day < start) return 0;
  const step = STEPS[frequency];
  if ("days" in step) return Math.floor(daysBetween(start, day) / step.days) + 1;
  const n = Math.floor(monthsBetween(monthOfDay(start), monthOfDay(day)) / step.months);
  return occurrence(start, frequency, n) <= day ? n + 1 : n;
}

function isWithin(window: number, day: Day, today: Day): boolean {
  const days = daysBetween(today, day);
  return days >= 0 && days <= window;
}
