import { type Cents, type Currency, cents, formatMoney, minus, plus, ZERO } from "../money/money.ts";
import type { Locale } from "../text/locale.ts";
import { pluralize } from "../text/plural.ts";
import { addMonthsTo, type Month, monthLabel } from "../time/month.ts";

/** The amount owed (above zero), the rate in percent a year, and the monthly payment. */
export type Debt = { owed: Cents; rate: number; payment: Cents };

/** `months` is the number of payments, the last one smaller. `interest` is what the debt costs. */
export type Payoff = { months: number; ends: Month; interest: Cents; last: Cents };

/** A hundred years; a debt that lasts longer counts as endless. */
const MOST_MONTHS = 1_200;

/** A month's interest, in whole cents. */
export const interestOf = (owed: Cents, rate: number): Cents => cents(Math.round((owed * rate) / 1_200));

/** When the debt ends if the first payment is in the month after `now`; null if the payment is too small to end it. */
export function payoff({ owed, rate, payment }: Debt, now: Month): Payoff | null {
  let left = owed;
  let interest = ZERO;
  for (let months = 0; months <= MOST_MONTHS; months++) {
    if (left <= 0) return { months, ends: addMonthsTo(now, months), interest, last: plus(payment, left) };
    const charged = interestOf(left, rate);
    if (payment <= charged) return null;
    interest = plus(interest, charged);
    left = minus(plus(left, charged), payment);
  }
  return null;
}

/** The smallest monthly payment, in whole units, that ends the debt within a hundred years. */
export function leastPayment({ owed, rate }: Pick<Debt, "owed" | "rate">, now: Month): Cents {
  const monthly = rate / 1_200;
  const annuity = monthly === 0 ? owed / MOST_MONTHS : (owed * monthly) / (1 - (1 + monthly) ** -MOST_MONTHS);
  const aboveInterest = Math.floor(interestOf(owed, rate) / 100) + 1;
  let units = Math.max(Math.ceil(annuity / 100), aboveInterest);
  // Interest rounded to cents can be slightly more than the formula's.
  while (!payoff({ owed, rate, payment: cents(units * 100) }, now)) units += 1;
  return cents(units * 100);
}

/** How much sooner and cheaper a higher payment ends the debt; null if one of the two never does. */
export function compared(debt: Debt, higher: Cents, now: Month) {
  const [planned, other] = [payoff(debt, now), payoff({ ...debt, payment: higher }, now)];
  if (!planned || !other) return null;
  return { months: planned.months - other.months, interest: minus(planned.interest, other.interest) };
}

/** "Ends in March 2031 and costs $1,204.50 of interest." */
export function payoffText(debt: Debt, now: Month, currency: Currency, locale: Locale): string {
  const money = (amount: Cents) => formatMoney(amount, currency, locale);
  if (debt.owed <= 0) return "Nothing is owed.";
  const end = payoff(debt, now);
  if (end) return `Ends in ${monthLabel(end.ends)} and costs ${money(end.interest)} of interest.`;
  const interest = interestOf(debt.owed, debt.rate);
  const least = `Pay at least ${money(leastPayment(debt, now))}.`;
  return debt.payment <= interest
    ? `${money(debt.payment)} a month never ends it: the interest alone is ${money(interest)}. ${least}`
    : `${money(debt.payment)} a month takes more than a hundred years. ${least}`;
}

/** "With $400.00 a month it ends 14 months sooner and costs $310.20 less." */
export function comparedText(
  debt: Debt,
  other: Cents,
  now: Month,
  currency: Currency,
  locale: Locale,
): string {
  const money = (amount: Cents) => formatMoney(amount, currency, locale);
  const gain = compared(debt, other, now);
  if (!gain) return payoffText({ ...debt, payment: other }, now, currency, locale);
  const months = pluralize(Math.abs(gain.months), "month");
  const when = gain.months === 0 ? "in the same month" : `${months} ${gain.months > 0 ? "sooner" : "later"}`;
  const interest = cents(Math.abs(gain.interest));
  const cost = gain.interest === 0 ? "the same" : `${money(interest)} ${gain.interest > 0 ? "less" : "more"}`;
  return `With ${money(other)} a month it ends ${when} and costs ${cost}.`;
}
