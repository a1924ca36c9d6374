import { percentOf } from "../budget/budget.ts";
import { type Cents, type Currency, formatMoney, minus } from "../money/money.ts";
import type { Locale } from "../text/locale.ts";
import { addDays, addMonthsAnchored, type Day } from "../time/day.ts";
import { isRunning, type Subscription, timeUntil } from "./subscription.ts";

/** How long a change of price is shown: long enough to include a yearly payment. */
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
