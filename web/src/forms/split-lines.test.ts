import { payments } from "@coffer/contract/transaction";
import { encode } from "@coffer/domain/definition/codec";
import { cents } from "@coffer/domain/money/money";
import { parseDay } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { expect, test } from "vitest";
import { blankLine, negatedText, openPayment, paymentOf, restText, type TypedLine } from "./split-lines.ts";

const head = {
  description: "Market",
  date: parseDay("2026-11-20") ?? expect.fail(),
  type: "expense" as const,
  amount: cents(4_000),
  refund: false,
  notes: null,
  paidBy: 5,
  shares: null,
};
const line = (amount: string | null, given: Partial<TypedLine> = {}): TypedLine => ({
  ...blankLine("1"),
  amount,
  ...given,
});
const sent = (typed: TypedLine[], given: object = {}) => {
  const read = paymentOf({ ...head, ...given }, typed, "USD");
  return "problem" in read ? read.problem : encode(payments.add.body, read.payment);
};

test("gives the last line the remainder", () => {
  expect(
    sent([line("30.10"), line("-2.35", { notes: " Bottle " }), line(null, { categoryId: "2" })]),
  ).toEqual({
    description: "Market",
    date: "2026-11-20",
    notes: null,
    paidBy: 5,
    shares: null,
    lines: [
      { type: "expense", categoryId: 1, amount: 30.1, notes: null, refund: false },
      { type: "expense", categoryId: 1, amount: 2.35, notes: "Bottle", refund: true },
      { type: "expense", categoryId: 2, amount: 12.25, notes: null, refund: false },
    ],
  });
  expect(restText("40", [line("30.10"), line(null)], "USD")).toBe("9.90");
});

test("makes all lines of a refund refunds, except those with a minus", () => {
  expect(sent([line("50"), line("-10")], { refund: true })).toMatchObject({
    lines: [
      { amount: 50, refund: true },
      { amount: 10, refund: false },
    ],
  });
});

test.each([
  [[line("30"), line("12")], "The lines add up to $2.00 more than the payment."],
  [[line("30"), line("1.5")], "The lines add up to $8.50 less than the payment."],
  [[line("40"), line(null)], "Nothing is left for the last line. Lower another one, or remove it."],
  [[line("50"), line(null)], "The lines add up to $10.00 more than the payment."],
  [[line(null), line("40")], "Line 1: Amount is required"],
  [[line("x"), line(null)], "Line 1: Amount must be a positive number"],
  [[line("0"), line(null)], "Line 1: Amount must be a positive number"],
  [[line("1"), line(null, { categoryId: "" })], "Line 2: Category is required"],
])("explains why lines do not add up to a payment (%#)", (typed, problem) => {
  expect(sent(typed)).toBe(problem);
});

test("refuses a refund among income", () => {
  expect(sent([line("-1"), line(null)], { type: "income" })).toBe("Line 1: Only an expense can be a refund");
});

test("opens a stored payment as it was sent", () => {
  const stored = (id: number, amount: number, given: object): Transaction => ({
    ...head,
    id,
    amount: cents(amount),
    categoryId: id,
    createdAt: 1,
    paymentId: 7,
    ...given,
  });
  const lines = [
    stored(7, 3_010, { notes: "Cash" }),
    stored(8, 235, { notes: "Bottle", refund: true }),
    stored(9, 1_225, { notes: "Cash", goalId: 3 }),
  ] as const;
  const opened = openPayment([...lines], "USD");
  expect(opened.head).toMatchObject({ id: 7, amount: 4_000, refund: false, notes: "Cash" });
  expect(paymentOf({ ...head, notes: "Cash" }, opened.lines, "USD")).toMatchObject({
    payment: {
      notes: "Cash",
      lines: [
        { categoryId: 7, amount: 3_010, notes: null, refund: false },
        { categoryId: 8, amount: 235, notes: "Bottle", refund: true },
        { categoryId: 9, amount: 1_225, notes: null, refund: false, goalId: 3 },
      ],
    },
  });
});

test.each([
  ["2.35", "-2.35"],
  ["-2.35", "2.35"],
  ["12+3", "-15.00"],
  ["12+", "12+"],
  [null, null],
])("changes the sign of %s to %s", (typed, negated) => {
  expect(negatedText(typed, "USD")).toBe(negated);
});
