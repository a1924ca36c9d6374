import fc from "fast-check";
import { expect, test } from "vitest";
import { cents, sum } from "../money/money.ts";
import { inParts, SPREAD_MONTHS } from "./spread.ts";

test.each([
  ["USD", 1_200_00, 12, Array(12).fill(100_00)],
  ["USD", 100_00, 3, [33_34, 33_33, 33_33]],
  ["USD", 2, 3, [1, 1, 0]],
  ["JPY", 1_000_00, 3, [334_00, 333_00, 333_00]],
  // An amount from before the household changed to a currency without decimals.
  ["JPY", 1_000_50, 3, [334_50, 333_00, 333_00]],
] as const)("in %s, %i in %i months", (currency, amount, months, parts) => {
  expect(inParts(cents(amount), months, currency)).toEqual(parts);
});

test("nearly equal parts add up to the amount", () => {
  const amounts = fc.integer({ min: 1, max: 999_999_999_999 });
  fc.assert(
    fc.property(amounts, fc.constantFrom(...SPREAD_MONTHS), (amount, months) => {
      const parts = inParts(cents(amount), months, "EUR");
      expect(sum(parts)).toBe(amount);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }),
  );
});
