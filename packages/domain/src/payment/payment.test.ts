import fc from "fast-check";
import { expect, test } from "vitest";
import { day } from "../../../test/fixtures.ts";
import { cents, MAX_AMOUNT, sum } from "../money/money.ts";
import { draftOfPayment, lineOf, paymentAmount, paymentNotes, purchasesOf, splitOf } from "./payment.ts";

const amounts = fc.array(fc.tuple(fc.integer({ min: 1, max: MAX_AMOUNT }), fc.boolean()), {
  minLength: 2,
  maxLength: 20,
});

test("a payment's amount is the sum of its expenses less its refunds", () => {
  fc.assert(
    fc.property(amounts, (all) => {
      const lines = all.map(([amount, refund]) => ({
        type: "expense" as const,
        amount: cents(amount),
        refund,
      }));
      const expected = all.reduce((total, [amount, refund]) => total + (refund ? -amount : amount), 0);
      expect(paymentAmount(lines)).toBe(expected);
    }),
  );
});

test("a line without notes has the payment's notes", () => {
  const head = { description: "Market", date: day("2026-11-05"), notes: "Cash", lines: [] };
  const line = { type: "expense" as const, categoryId: 1, amount: cents(1), notes: null };
  expect(lineOf(head, line)).toMatchObject({ description: "Market", notes: "Cash" });
  expect(lineOf(head, { ...line, notes: "Cheese" })).toMatchObject({ notes: "Cheese" });
});

test("the lines of a payment become one purchase with their total", () => {
  const row = {
    description: "Market",
    date: day("2026-11-05"),
    notes: null,
    type: "expense" as const,
    createdAt: 1,
  };
  const bread = { ...row, id: 1, categoryId: 1, amount: cents(300) };
  const cheese = { ...row, id: 2, categoryId: 1, amount: cents(3_000), paymentId: 2 };
  const bottle = { ...row, id: 3, categoryId: 2, amount: cents(3_500), paymentId: 2, refund: true };
  expect(purchasesOf([bottle, bread, cheese])).toEqual([
    { ...cheese, amount: 500, refund: true, lines: [cheese, bottle] },
    bread,
  ]);
});

test("the draft of a stored payment equals the one that created it", () => {
  const head = { description: "Market", date: day("2026-11-05"), notes: "Cash", paidBy: 7, shares: null };
  const line = { type: "expense" as const, categoryId: 1, amount: cents(100), notes: null };
  const lines = [line, { ...line, notes: "Bottles", refund: true, goalId: 3 }];
  const [first, second] = lines.map((own, index) => ({
    ...lineOf({ ...head, lines }, own),
    id: index + 1,
    createdAt: 1,
    paymentId: 1,
  }));
  if (!first || !second) throw new Error("No lines");
  expect(draftOfPayment({ ...first, lines: [first, second] })).toEqual({
    ...head,
    lines: [{ ...line, refund: false, goalId: null }, lines[1]],
  });
  expect(draftOfPayment(first).lines).toHaveLength(1);
});

test("a payment has notes only if all of its lines have notes", () => {
  expect(paymentNotes([{ notes: "Cash" }, { notes: "Broom" }])).toBe("Cash");
  expect(paymentNotes([{ notes: "Cash" }, { notes: null }])).toBe(null);
});

const amount = fc.integer({ min: -99_999, max: 999_999 }).map(cents);

test("an empty last line gets the rest of a split", () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 19 }), (total, others) => {
      const split = splitOf(total, [...others, null]);
      const rest = total - sum(others);
      if (rest > 0) expect(split).toEqual({ amounts: [...others, rest] });
      else expect(split).toEqual({ off: rest === 0 ? 0 : -rest });
    }),
  );
});

test("typed lines report their difference from the payment", () => {
  const typed = [cents(3_010), cents(1_225)];
  expect(splitOf(cents(4_235), typed)).toEqual({ amounts: typed });
  expect(splitOf(cents(4_000), typed)).toEqual({ off: 235 });
  expect(splitOf(cents(5_000), typed)).toEqual({ off: -765 });
  expect(splitOf(cents(4_000), [cents(3_010), cents(1_225), cents(-235)])).toHaveProperty("amounts");
});
