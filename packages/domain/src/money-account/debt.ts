import { type Cents, type Currency, cents, formatMoney, minus, plus, ZERO } from "../money/money.ts";
import { pluralize } from "../text/plural.ts";
import { addMonthsTo, type Month, monthLabel } from "../time/month.ts";

/** What is owed (above zero), the rate in percent a year, and what is paid each month. */
export type Debt = { owed: Cents; rate: number; payment: Cents };

/** `months` is the number of payments, the last one smaller. `interest` is what the debt costs. */
export type Payoff = { months: number; ends: Month; interest: Cents; last: Cents };

/** A hundred years: a debt that lasts longer counts as endless. */
const MOST_MONTHS = 1_200;

/** A month's interest, in whole cents. */
export const interestOf = (owed: Cents, rate: number): Cents => cents(Math.round((owed * rate) / 1_200));

/** When the debt ends if the first payment is in the month after `now`; null if the payment is too small ever to end it. */
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

/** The smallest monthly payment, in whole units, that ever ends the debt. */
export const leastPayment = ({ owed, rate }: Pick<Debt, "owed" | "rate">): Cents =>
  cents((Math.floor(interestOf(owed, rate) / 100) + 1) * 100);

/** How much sooner and cheaper a higher payment ends the debt; null if one of the two never does. */
export function compared(debt: Debt, higher: Cents, now: Month) {
  const [planned, other] = [payoff(debt, now), payoff({ ...debt, payment: higher }, now)];
  if (!planned || !other) return null;
  return { months: planned.months - other.months, interest: minus(planned.interest, other.interest) };
}

/** "Ends in March 2031 and costs $1,204.50 of interest." */
export function payoffText(debt: Debt, now: Month, currency: Currency): string {
  const money = (amount: Cents) => formatMoney(amount, currency);
  if (debt.owed <= 0) return "Nothing is owed.";
  const end = payoff(debt, now);
  if (end) return `Ends in ${monthLabel(end.ends)} and costs ${money(end.interest)} of interest.`;
  return `${money(debt.payment)} a month never ends it: the interest alone is ${money(interestOf(debt.owed, debt.rate))}. Pay at least ${money(leastPayment(debt))}.`;
}

/** "With $400.00 a month it ends 14 months sooner and costs $310.20 less." */
export function comparedText(debt: Debt, higher: Cents, now: Month, currency: Currency): string {
  const money = (amount: Cents) => formatMoney(amount, currency);
  const gain = compared(debt, higher, now);
  if (!gain) return payoffText({ ...debt, payment: higher }, now, currency);
  const sooner = gain.months === 0 ? "in the same month" : `${pluralize(gain.months, "month")} sooner`;
  return `With ${money(higher)} a month it ends ${sooner} and costs ${money(gain.interest)} less.`;
}
