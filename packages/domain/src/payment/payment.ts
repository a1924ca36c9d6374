import { type DraftOf, draftOf } from "../definition/kind.ts";
import { type Cents, cents, minus, sum, ZERO } from "../money/money.ts";
import { netAmount, type Transaction } from "../transaction/transaction.ts";
import { type payment, paymentHead, paymentLine } from "./definition.ts";

export type PaymentDraft = DraftOf<typeof payment>;
export type PaymentLine = PaymentDraft["lines"][number];

/** Expenses less refunds, or income. */
export const paymentAmount = (lines: readonly Pick<Transaction, "amount" | "type" | "refund">[]): Cents =>
  sum(lines.map(netAmount));

export function lineOf({ lines: _, ...head }: PaymentDraft, line: PaymentLine) {
  return { ...head, ...line, notes: line.notes ?? head.notes };
}

/** The snapshot of a payment from its lines; null without lines. */
export function paymentIn<T extends Transaction>(lines: readonly T[]) {
  const [first] = lines;
  return first
    ? { id: first.paymentId ?? first.id, description: first.description, lines: [...lines] }
    : null;
}

/** A transaction, or a payment with its lines and their total; a refund if the refunds exceed the expenses. */
export type Purchase<T = Transaction> = T & { lines?: T[] };

/** The editable form of a stored payment, or of a transaction to be split. Its version is computed from it. */
export function draftOfPayment({ lines, ...first }: Purchase): PaymentDraft {
  const stored = lines ?? [first];
  const notes = paymentNotes(stored);
  const own = stored.map((line) => ({
    ...draftOf(paymentLine, line),
    notes: line.notes === notes ? null : line.notes,
    refund: line.refund ?? false,
    goalId: line.goalId ?? null,
  }));
  return { ...draftOf(paymentHead, first), notes, lines: own };
}

/** Combines the lines of each payment into one purchase, at the place of its first line. */
export function purchasesOf<T extends Transaction>(rows: readonly T[]): Purchase<T>[] {
  const payments = Map.groupBy(rows, ({ id, paymentId }) => paymentId ?? `one ${id}`);
  return [...payments.values()].flatMap((found) => {
    const lines = found.toSorted((a, b) => a.id - b.id);
    const [first] = lines;
    if (first?.paymentId === undefined) return lines;
    const total = paymentAmount(lines);
    return { ...first, amount: cents(Math.abs(total)), refund: total < 0, lines };
  });
}

export const paymentNotes = (lines: readonly Pick<Transaction, "notes">[]): string | null =>
  lines.every(({ notes }) => notes !== null) ? (lines[0]?.notes ?? null) : null;

/** `off`: the cents by which the lines exceed the payment; 0 if nothing is left for an empty last line. */
export type Split = { amounts: Cents[] } | { off: Cents };

/** The amount of an empty last line. */
export const restOf = (total: Cents, amounts: readonly (Cents | null)[]): Cents =>
  minus(total, sum(amounts.slice(0, -1).map((amount) => amount ?? ZERO)));

/** The amounts of a payment's lines, negative for refunds. An empty (null) last line gets the rest. */
export function splitOf(total: Cents, typed: readonly (Cents | null)[]): Split {
  const rest = restOf(total, typed);
  const last = typed.at(-1) ?? null;
  if (last === null && rest <= 0) return { off: minus(ZERO, rest) };
  if (last !== null && last !== rest) return { off: minus(last, rest) };
  return { amounts: [...typed.slice(0, -1).map((amount) => amount ?? ZERO), rest] };
}
