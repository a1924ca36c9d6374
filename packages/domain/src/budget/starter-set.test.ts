import { describe, expect, test } from "vitest";
import { cents, MAX_AMOUNT, sum, ZERO } from "../money/money.ts";
import { HOUSEHOLDS, starterSet } from "./starter-set.ts";

const planned = (income: number, household: (typeof HOUSEHOLDS)[number]) =>
  starterSet(household, cents(income)).filter(({ type }) => type === "expense");

describe.each(HOUSEHOLDS.filter((household) => household !== "blank"))(
  "the set for a %s household",
  (household) => {
    test("has eight to fourteen distinct categories, one of them for income", () => {
      const set = starterSet(household, ZERO);
      expect(set.length).toBeGreaterThanOrEqual(8);
      expect(set.length).toBeLessThanOrEqual(14);
      expect(new Set(set.map(({ name }) => name)).size).toBe(set.length);
      expect(set.filter(({ type }) => type === "income")).toHaveLength(1);
    });

    test.each([0, 1, 99, 123_456, 487_653, MAX_AMOUNT])(
      "plans an income of %i cents to the cent",
      (income) => {
        expect(sum(planned(income, household).map(({ projected }) => projected))).toBe(income);
      },
    );

    test("plans whole units", () => {
      const set = planned(350_050, household);
      expect(set.slice(0, -1).every(({ projected }) => projected % 100 === 0)).toBe(true);
      expect(set.at(-1)?.name).toBe("Savings");
      expect(set.at(-1)?.projected).toBeGreaterThan(0);
    });
  },
);

test("a blank start has no categories", () => {
  expect(starterSet("blank", cents(100_000))).toEqual([]);
});
