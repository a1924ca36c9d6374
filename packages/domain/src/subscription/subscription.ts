import type { InferOutput } from "valibot";
import { percentOf } from "../budget/budget.ts";
import type { Flow } from "../category/category.ts";
import type { ThingOf } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { type Cents, type Currency, cents, formatMoney, minus, sum, times } from "../money/money.ts";
import type { Locale } from "../text/locale.ts";
import { addDays, addMonthsAnchored, compareDays, type Day, daysBetween } from "../time/day.ts";
import type { duePayment, subscription } from "./definition.ts";
import { onlyPayment, paymentAfter, paymentsUntil, RHYTHMS } from "./rhythm.ts";

export type Subscription = ThingOf<typeof subscription>;
export type DuePayment = InferOutput<typeof duePayment>;

export const UPCOMING_DAYS = 7;
const SOON_DAYS = 3;

export type SubscriptionStatus = "Inactive" | "Overdue" | "Due Today" | "Soon" | "Upcoming";

export const yearlyCost = ({ amount, frequency }: Pick<Subscription, "amount" | "frequency">): Cents =>
  cents(amount * RHYTHMS[frequency].paymentsAYear);

export const flowOf = ({ type }: Pick<Subscription, "type">): Flow => type ?? "expense";

/** True if the money went in the direction of the subscription's payments. A refund went back. */
export const isInDirectionOf = (
  subscription: Pick<Subscription, "type">,
  { type, refund }: { type: Flow; refund?: boolean | undefined },
): boolean => type === flowOf(subscription) && !refund;

/** The summary cards, over running expenses. The monthly cost is a twelfth of the exact annual total. */
export function totals(subs: readonly Subscription[], today: Day) {
  const costs = subs.filter((sub) => flowOf(sub) === "expense" && isRunning(sub, today));
  const annual = sum(costs.map(yearlyCost));
  return { monthly: cents(Math.round(annual / 12)), annual, upcoming: upcoming(subs, today).length };
}

/** The last day on which a payment can be due; null without an end. */
const lastDue = (sub: Subscription): Day | null => onlyPayment(sub) ?? sub.endDate;

/** Unrecorded payment days through today; at most `limit`, so that years of missed days are recorded in portions. */
export const dueDates = (sub: Subscription, today: Day, limit = 400): Day[] =>
  paymentsBetween(sub, sub.nextPaymentDate, today, limit);

/** The days from `first` through `until` with an unrecorded payment, earliest first. */
export function paymentsBetween(
  sub: Subscription,
  first: Day,
  until: Day,
  limit = Number.POSITIVE_INFINITY,
): Day[] {
  const end = lastDue(sub);
  const last = end && end < until ? end : until;
  const days: Day[] = [];
  let day = sub.nextPaymentDate < first ? paymentAfter(sub, addDays(first, -1)) : sub.nextPaymentDate;
  while (sub.active && day <= last && days.length < limit && day !== days.at(-1)) {
    days.push(day);
    day = paymentAfter(sub, day);
  }
  return days;
}

/** The number of `paymentsBetween`, in constant time. */
export function countPayments(sub: Subscription, first: Day, until: Day): number {
  const end = lastDue(sub);
  const last = end && end < until ? end : until;
  if (!sub.active || last < first || last < sub.nextPaymentDate) return 0;
  const isNextWithin = sub.nextPaymentDate >= first;
  const before = isNextWithin ? sub.nextPaymentDate : addDays(first, -1);
  return (isNextWithin ? 1 : 0) + paymentsWithin(sub, before, last);
}

/** Counts payments after a day and through another, except those within a pause. */
function paymentsWithin(sub: Subscription, after: Day, through: Day): number {
  const between = (from: Day, to: Day) => Math.max(0, paymentsUntil(sub, to) - paymentsUntil(sub, from));
  const rested = (sub.rests ?? []).map((rest) =>
    between(rest.after > after ? rest.after : after, rest.through < through ? rest.through : through),
  );
  return rested.reduce((count, one) => count - one, between(after, through));
}

/** The subscription with its first payment from `day` on as the next one. */
export const asOf = (sub: Subscription, day: Day): Subscription => ({
  ...sub,
  nextPaymentDate: paymentAfter(sub, addDays(day, -1)),
});

/** Unrecorded payments from `first` through `last`, earliest first; at most `limit` of each subscription. */
export function duePayments(
  subs: readonly Subscription[],
  first: Day,
  last: Day,
  limit?: number,
): DuePayment[] {
  return subs
    .flatMap((sub) =>
      paymentsBetween(sub, first, last, limit).map((date) => ({
        subscriptionId: sub.id,
        name: sub.name,
        amount: sub.amount,
        date,
        categoryId: sub.categoryId,
      })),
    )
    .sort((a, b) => compareDays(a.date, b.date) || a.subscriptionId - b.subscriptionId);
}

export const totalDue = (subs: readonly Subscription[], first: Day, last: Day): Cents =>
  sum(subs.map((sub) => times(sub.amount, countPayments(sub, first, last))));

export const billsOf = (categoryId: Id, subs: readonly Subscription[]): Subscription[] =>
  subs.filter((sub) => sub.categoryId === categoryId && flowOf(sub) === "expense");

export const isAutoRecorded = (sub: Omit<Subscription, "id">): boolean =>
  sub.active && sub.categoryId !== null && (sub.autoCreateTransaction || flowOf(sub) === "income");

/** The next day on which the daily job records a payment or deactivates an ended subscription. */
export function nextJobDay(sub: Subscription): Day | null {
  if (!sub.active) return null;
  if (isAutoRecorded(sub) && hasPaymentLeft(sub)) return sub.nextPaymentDate;
  if (onlyPayment(sub)) return null;
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

/** Running subscriptions (or recurring income) that are due within UPCOMING_DAYS, soonest first. */
export function upcoming(subs: readonly Subscription[], today: Day, type: Flow = "expense"): Subscription[] {
  return subs
    .filter((sub) => {
      const days = daysBetween(today, sub.nextPaymentDate);
      return flowOf(sub) === type && isRunning(sub, today) && days >= 0 && days <= UPCOMING_DAYS;
    })
    .sort(soonestFirst);
}

export const soonestFirst = (a: Subscription, b: Subscription): number =>
  compareDays(a.nextPaymentDate, b.nextPaymentDate) || a.name.localeCompare(b.name) || a.id - b.id;

/** False if every payment before its end, or its single payment, was recorded or skipped. */
export function hasPaymentLeft(sub: Subscription): boolean {
  const end = lastDue(sub);
  return end === null || sub.nextPaymentDate <= end;
}

/** True if the end date has passed or no payment is left before it. A single payment stays due until it is paid. */
export const isOver = (sub: Subscription, today: Day): boolean =>
  !hasPaymentLeft(sub) || (!onlyPayment(sub) && sub.endDate !== null && sub.endDate < today);

export const isRunning = (sub: Subscription, today: Day): boolean => sub.active && !isOver(sub, today);

/** A change of price is shown for this long, so that it includes a yearly payment. */
const PRICE_CHANGE_MONTHS = 12;

/** 'Trial ends today', 'Trial ends tomorrow', 'Trial ends in 5 days'; null without a current trial. */
export function trialText(sub: Subscription, today: Day): string | null {
  if (!sub.trialEndDate || sub.trialEndDate < today || !isRunning(sub, today)) return null;
  return `Trial ends ${timeUntil(sub.trialEndDate, today)}`;
}

/** The last day to cancel before the next payment; null without a notice period or a trial. */
export function cancelBy(sub: Subscription, today: Day): Day | null {
  const inTrial = trialText(sub, today) !== null;
  if (!isRunning(sub, today) || (!sub.cancelNoticeDays && !inTrial)) return null;
  const day = addDays(sub.nextPaymentDate, -Math.max(1, sub.cancelNoticeDays ?? 1));
  return day < today ? null : day;
}

/** Changes the price and remembers the previous one. A correction on the same day is not a change of price. */
export function withAmount<S extends Pick<Subscription, "amount" | "previousAmount" | "amountChangedOn">>(
  sub: S,
  amount: Cents,
  today: Day,
): S {
  if (amount === sub.amount) return sub;
  const before = sub.amountChangedOn === today && sub.previousAmount ? sub.previousAmount : sub.amount;
  return before === amount
    ? { ...sub, amount, previousAmount: null, amountChangedOn: null }
    : { ...sub, amount, previousAmount: before, amountChangedOn: today };
}

/** "was $12.99, +15%"; null if the price has not changed within a year. */
export function priceChangeText(
  sub: Subscription,
  currency: Currency,
  today: Day,
  locale: Locale,
): string | null {
  const { amount, previousAmount, amountChangedOn } = sub;
  if (!previousAmount || !amountChangedOn) return null;
  if (addMonthsAnchored(amountChangedOn, PRICE_CHANGE_MONTHS) < today) return null;
  const percent = percentOf(minus(amount, previousAmount), previousAmount);
  const change = percent === 0 ? "" : `, ${percent > 0 ? "+" : "−"}${Math.abs(percent)}%`;
  return `was ${formatMoney(previousAmount, currency, locale)}${change}`;
}
