import type { Id } from "@coffer/domain/id";
import { amountProblem, amountText, readAmount } from "@coffer/domain/money/amount";
import { type Cents, type Currency, cents, formatMoney, minus, ZERO } from "@coffer/domain/money/money";
import {
  type PaymentDraft,
  type PaymentLine,
  paymentAmount,
  paymentNotes,
  restOf,
  splitOf,
} from "@coffer/domain/payment/payment";
import { transactionAmount } from "@coffer/domain/transaction/definition";
import { netAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import { locale } from "../format/locale.ts";

/** A line as typed; a minus makes it a refund. The last line, if it has no amount, gets the remainder. */
export type TypedLine = {
  key: string;
  amount: string | null;
  categoryId: string;
  notes: string;
  goalId?: Id | null;
};

/** The common fields of all lines, with the type and sign of their sum. */
type Head = Omit<PaymentDraft, "lines"> & Pick<PaymentLine, "type" | "amount" | "refund">;

let blankLines = 0;
export const blankLine = (categoryId = ""): TypedLine => ({
  key: `new ${blankLines++}`,
  amount: null,
  categoryId,
  notes: "",
});

/** The remainder that the last line gets, as text; empty if nothing is left. */
export function restText(amount: string, lines: readonly TypedLine[], currency: Currency): string {
  const amounts = lines.map((line) => centsOf(line.amount, currency));
  const rest = restOf(centsOf(amount, currency) ?? ZERO, amounts);
  return rest > 0 ? amountText(rest, currency, locale) : "";
}

/** The amount with the opposite sign; a text that does not read as an amount stays. */
export function negatedText(amount: string | null, currency: Currency): string | null {
  const own = centsOf(amount, currency);
  return own === null ? amount : amountText(minus(ZERO, own), currency, locale);
}

/** The payment to send, or what is wrong with its lines. */
export function paymentOf(
  { type, amount, refund: isRefund = false, ...head }: Head,
  typed: readonly TypedLine[],
  currency: Currency,
): { payment: PaymentDraft } | { problem: string } {
  for (const [index, line] of typed.entries()) {
    const problem = lineProblem(line, index === typed.length - 1, type, currency);
    if (problem) return { problem: `Line ${index + 1}: ${problem}` };
  }
  const amounts = typed.map((line) => centsOf(line.amount, currency));
  const split = splitOf(amount, amounts);
  if ("off" in split) return { problem: offText(split.off, currency) };
  const lines = typed.map(({ categoryId, notes, goalId }, index) => {
    const own = split.amounts[index] ?? ZERO;
    return {
      type,
      categoryId: Number(categoryId),
      amount: cents(Math.abs(own)),
      notes: notes.trim() === "" ? null : notes.trim(),
      refund: own < 0 !== isRefund,
      goalId,
    };
  });
  return { payment: { ...head, lines } };
}

export function openPayment(stored: readonly [Transaction, ...Transaction[]], currency: Currency) {
  const total = paymentAmount(stored);
  const notes = paymentNotes(stored);
  const sign = total < 0 ? -1 : 1;
  const head = { ...stored[0], amount: cents(Math.abs(total)), refund: total < 0, notes, lines: [...stored] };
  const lines = stored.map((line, index) => {
    const own = cents(sign * netAmount(line));
    const isRest = index === stored.length - 1 && own > 0;
    return {
      key: String(line.id),
      amount: isRest ? null : amountText(own, currency, locale),
      categoryId: String(line.categoryId),
      notes: line.notes === notes ? "" : (line.notes ?? ""),
      goalId: line.goalId ?? null,
    };
  });
  return { head, lines };
}

/** Null if the text does not read as an amount. */
function centsOf(amount: string | null, currency: Currency): Cents | null {
  const reading = readAmount(amount ?? "", currency, locale);
  return reading.kind === "ok" ? reading.amount : null;
}

function lineProblem({ amount, categoryId }: TypedLine, isLast: boolean, type: string, currency: Currency) {
  const reading = readAmount(amount ?? "", currency, locale);
  if (reading.kind === "ok") {
    if (reading.amount === 0) return transactionAmount.invalid;
    if (reading.amount < 0 && type === "income") return "Only an expense can be a refund";
  } else if (!isLast || reading.kind !== "empty")
    return amountProblem(reading, currency, transactionAmount, locale);
  return categoryId === "" ? "Category is required" : undefined;
}

function offText(off: Cents, currency: Currency): string {
  if (off === 0) return "Nothing is left for the last line. Lower another one, or remove it.";
  const by = formatMoney(cents(Math.abs(off)), currency, locale);
  return `The lines add up to ${by} ${off > 0 ? "more" : "less"} than the payment.`;
}
