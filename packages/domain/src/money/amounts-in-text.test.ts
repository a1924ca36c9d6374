import { expect, test } from "vitest";
import { splitAmounts } from "./amounts-in-text.ts";
import { CURRENCIES, cents, formatAbout, formatMoney, formatSigned } from "./money.ts";

test.each(CURRENCIES)("finds each amount in %s, however it is written", (currency) => {
  const amount = cents(1_234_567_89);
  const written = [
    formatMoney(amount, currency),
    formatAbout(amount, currency),
    formatSigned(amount, "expense", currency),
  ];
  const text = `Food is ${written[0]} over ${written[1]}, ${written[2]}.`;
  expect(splitAmounts(text).filter((_, index) => index % 2 === 1)).toEqual(written);
  expect(splitAmounts(text).join("")).toBe(text);
});

test("takes no other number for an amount", () => {
  expect(splitAmounts("80% of 12 days in 2026")).toEqual(["80% of 12 days in 2026"]);
});
