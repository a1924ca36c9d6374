import fc from "fast-check";
import { expect, test } from "vitest";
import { month } from "../../../test/fixtures.ts";
import { cents, plus, times } from "../money/money.ts";
import { AMERICAN } from "../text/locale.ts";
import { compared, comparedText, leastPayment, payoff, payoffText } from "./debt.ts";

const NOW = month("2026-11");
const debt = (owed: number, rate: number, payment: number) => ({
  owed: cents(owed),
  rate,
  payment: cents(payment),
});

test.each([
  ["without interest", debt(1_000_00, 0, 300_00), { months: 4, ends: "2027-03", interest: 0, last: 100_00 }],
  [
    "with a full last payment",
    debt(900_00, 0, 300_00),
    { months: 3, ends: "2027-02", interest: 0, last: 300_00 },
  ],
  ["at 12 percent", debt(1_000_00, 12, 500_00), { months: 3, ends: "2027-02", interest: 15_25, last: 15_25 }],
  ["that is paid off", debt(0, 12, 500_00), { months: 0, ends: "2026-11", interest: 0 }],
])("a debt %s ends", (_what, of, expected) => {
  expect(payoff(of, NOW)).toMatchObject(expected);
});

test.each([
  ["as its interest", debt(1_200_00, 12, 12_00)],
  ["less than its interest", debt(1_200_00, 12, 11_99)],
  ["nothing without interest", debt(1_200_00, 0, 0)],
])("a payment that is %s never ends it, and is named", (_what, of) => {
  expect(payoff(of, NOW)).toBeNull();
  expect(payoffText(of, NOW, "USD", AMERICAN)).toContain("a month never ends it: the interest alone is");
});

test.each([
  [debt(1_000_000_00, 0, 100_00), "$100.00 a month takes more than a hundred years. Pay at least $834.00."],
  [debt(100_00, 12, 500_00), "Ends in December 2026 and costs $1.00 of interest."],
])("%j is told in a sentence", (of, text) => {
  expect(payoffText(of, NOW, "USD", AMERICAN)).toBe(text);
});

test.each([
  [50_00, "With $50.00 a month it ends 10 months later and costs the same."],
  [100_00, "With $100.00 a month it ends in the same month and costs the same."],
  [200_00, "With $200.00 a month it ends 5 months sooner and costs the same."],
])("%i a month is compared with a hundred, without interest", (other, text) => {
  expect(comparedText(debt(1_000_00, 0, 100_00), cents(other), NOW, "USD", AMERICAN)).toBe(text);
});

test("a higher payment is compared in months and interest", () => {
  const loan = debt(10_000_00, 6, 200_00);
  const gain = compared(loan, cents(400_00), NOW);
  expect(gain?.months).toBeGreaterThan(20);
  expect(comparedText(loan, cents(400_00), NOW, "USD", AMERICAN)).toMatch(
    /^With \$400\.00 a month it ends \d+ months sooner and costs \$[\d,.]+ less\.$/,
  );
  expect(comparedText(loan, cents(150_00), NOW, "USD", AMERICAN)).toMatch(
    / months later and costs \$[\d,.]+ more\.$/,
  );
  expect(comparedText(loan, cents(1_00), NOW, "USD", AMERICAN)).toContain("never ends it");
  expect(payoffText(debt(0, 6, 1), NOW, "USD", AMERICAN)).toBe("Nothing is owed.");
});

test("what is paid is what was owed with its interest", () => {
  const amounts = fc.integer({ min: 1, max: 500_000_00 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 3_000 }), amounts, (owed, rate, payment) => {
      const of = debt(owed, rate / 100, payment);
      const end = payoff(of, NOW);
      if (end) expect(plus(times(of.payment, end.months - 1), end.last)).toBe(plus(of.owed, end.interest));
      const least = leastPayment(of, NOW);
      expect(payoff({ ...of, payment: least }, NOW)).not.toBeNull();
      expect(payoff({ ...of, payment: cents(least - 100) }, NOW)).toBeNull();
    }),
  );
});
