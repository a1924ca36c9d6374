import { type Cents, type Currency, cents, decimalsOf } from "../money/money.ts";
import type { Purchase } from "../payment/payment.ts";

/** The numbers of months that the plan of one purchase is spread over. */
export const SPREAD_MONTHS = [3, 6, 12] as const;

/** Not for split payments, which have a plan for each line, nor for refunds. */
export const isSpreadable = ({ type, refund, lines }: Purchase): boolean =>
  type === "expense" && !refund && lines === undefined;

/** Equal parts of an amount in the currency's smallest unit; the first parts take the remainder. */
export function inParts(amount: Cents, count: number, currency: Currency): Cents[] {
  const unit = decimalsOf(currency) === 0 ? 100 : 1;
  const [units, rest] = [Math.floor(amount / unit), amount % unit];
  return Array.from({ length: count }, (_, index) => {
    const own = Math.floor(units / count) + (index < units % count ? 1 : 0);
    return cents(own * unit + (index === 0 ? rest : 0));
  });
}
