import type { DraftOf } from "../definition/kind.ts";
import { type Cents, sum } from "../money/money.ts";
import { netAmount, type Transaction } from "../transaction/transaction.ts";
import type { payment } from "./definition.ts";

export type PaymentDraft = DraftOf<typeof payment>;
export type PaymentLine = PaymentDraft["lines"][number];

/** Its expenses less its refunds, or its income, in cents. */
export const paymentAmount = (lines: readonly Pick<Transaction, "amount" | "type" | "refund">[]): Cents =>
  sum(lines.map(netAmount));

/** A line as a transaction; it has the payment's notes where it has none of its own. */
export function lineOf(
  { description, date, notes, paidBy, shares }: PaymentDraft,
  line: PaymentLine,
): Omit<Transaction, "id" | "createdAt" | "paymentId"> {
  return { description, date, paidBy, shares, ...line, notes: line.notes ?? notes };
}
