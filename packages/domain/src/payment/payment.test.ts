import fc from "fast-check";
import { expect, test } from "vitest";
import { day } from "../../../test/fixtures.ts";
import { cents, MAX_AMOUNT } from "../money/money.ts";
import { lineOf, paymentAmount } from "./payment.ts";

const amounts = fc.array(fc.tuple(fc.integer({ min: 1, max: MAX_AMOUNT }), fc.boolean()), {
  minLength: 2,
  maxLength: 20,
});

test("a payment comes to its expenses less its refunds, to the cent", () => {
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

test("a line has the payment's notes where it has none of its own", () => {
  const head = { description: "Market", date: day("2026-11-05"), notes: "Cash", lines: [] };
  const line = { type: "expense" as const, categoryId: 1, amount: cents(1), notes: null };
  expect(lineOf(head, line)).toMatchObject({ description: "Market", notes: "Cash" });
  expect(lineOf(head, { ...line, notes: "Cheese" })).toMatchObject({ notes: "Cheese" });
});
