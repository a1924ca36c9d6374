import { percentOf } from "../budget/budget.ts";
import { type Cents, type Currency, formatMoney, minus } from "../money/money.ts";
import { addDays, addMonthsAnchored, type Day } from "../time/day.ts";
import { isRunning, type Subscription, timeUntil } from "./subscription.ts";

/** A yearly payment comes once in the time in which a change of price is shown. */
const PRICE_CHANGE_MONTHS = 12;

/** 'Trial ends today', 'Trial ends tomorrow', 'Trial ends in 5 days'; null where there is no trial, or no more. */
export function trialText(sub: Subscription, today: Day): string | null {
  if (!sub.trialEndDate || sub.trialEndDate < today || !isRunning(sub, today)) return null;
  return `Trial ends ${timeUntil(sub.trialEndDate, today)}`;
}

/** The last day on which a cancellation saves the next payment; null where neither notice nor trial asks for it. */
export function cancelBy(sub: Subscription, today: Day): Day | null {
  const inTrial = trialText(sub, today) !== null;
  if (!isRunning(sub, today) || (!sub.cancelNoticeDays && !inTrial)) return null;
  const day = addDays(sub.nextPaymentDate, -Math.max(1, sub.cancelNoticeDays ?? 1));
  return day < today ? null : day;
}

/** A subscription at another price, with the one before. A correction on the same day is no change of price. */
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

/** "was $12.99, +15%"; null where the price has not changed within a year. */
export function priceChangeText(sub: Subscription, currency: Currency, today: Day): string | null {
  const { amount, previousAmount, amountChangedOn } = sub;
  if (!previousAmount || !amountChangedOn) return null;
  if (addMonthsAnchored(amountChangedOn, PRICE_CHANGE_MONTHS) < today) return null;
  const percent = percentOf(minus(amount, previousAmount), previousAmount);
  const change = percent === 0 ? "" : `, ${percent > 0 ? "+" : "−"}${Math.abs(percent)}%`;
  return `was ${formatMoney(previousAmount, currency)}${change}`;
}
