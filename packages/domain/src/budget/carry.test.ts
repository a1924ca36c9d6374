import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { category, month } from "../../../test/fixtures.ts";
import type { Carry } from "../category/category.ts";
import { CARRIES } from "../category/choices.ts";
import { cents, MAX_AMOUNT, MAX_TOTAL, sum, ZERO } from "../money/money.ts";
import { addMonthsTo, lastMonths, type Month } from "../time/month.ts";
import { type Budget, budgetId } from "./budget.ts";
import {
  type Carrying,
  carriedParts,
  carriedSince,
  carryOf,
  carryThrough,
  openingOf,
  withCarry,
} from "./carry.ts";

const JANUARY = month("2026-01");
const EARLIEST = month("2020-01");
const row = (of: Month, projected: number, actual: number): Budget => ({
  id: budgetId(of, 1),
  categoryId: 1,
  month: of,
  projected: cents(projected),
  actual: cents(actual),
});
const through = (one: Carrying, months: readonly (readonly [plan: number, actual: number])[]) =>
  carryThrough(
    [one],
    months.map(([plan, actual], n) => {
      const of = addMonthsTo(JANUARY, n);
      return { month: of, budgets: [row(of, plan, actual)] };
    }),
  );
const carriedIn = (...args: Parameters<typeof through>) =>
  through(...args).map(({ budgets }) => budgets[0]?.carried);
const MONTHS = [
  [100, 60],
  [100, 190],
  [100, 50],
  [100, 100],
] as const;
const carrying = (carry: Carry): Carrying => ({ ...category({ id: 1 }), carry });

describe("a category with carry", () => {
  test.each([
    ["none", [0, 0, 0, 0]],
    ["surplus", [0, 40, 0, 50]],
    ["all", [0, 40, -50, 0]],
  ] as const)("%s carries these amounts into each month", (carry, expected) =>
    expect(carriedIn(carrying(carry), MONTHS)).toEqual(expected),
  );

  test("carries nothing if it is income", () => {
    const pay = { ...category({ id: 1, type: "income" }), carry: "all" } as const;
    expect(carriedIn(pay, MONTHS)).toEqual([0, 0, 0, 0]);
    expect(through(pay, [[100, 130]])[0]?.budgets[0]?.available).toBe(30);
  });

  test("has a row in months without plan or actual", () => {
    const [, february] = carryThrough(
      [carrying("all")],
      [
        { month: JANUARY, budgets: [row(JANUARY, 100, 30)] },
        { month: month("2026-02"), budgets: [] },
      ],
    );
    expect(february?.budgets).toEqual([{ ...row(month("2026-02"), 0, 0), carried: 70, available: 70 }]);
  });

  test("carries at most the largest total", () => {
    const most = through(
      carrying("all"),
      Array.from({ length: 71 }, () => [MAX_AMOUNT, -MAX_TOTAL] as const),
    );
    expect(most.at(-1)?.budgets[0]?.available).toBe(MAX_TOTAL);
  });
});

describe("a changed carry", () => {
  const changed = withCarry(withCarry(carrying("none"), "all", JANUARY), "none", month("2026-03"));

  test("applies from its month on", () => {
    expect(carriedIn(changed, MONTHS)).toEqual([0, 40, -50, 0]);
    expect(carryOf(changed, month("2025-12"))).toBe("none");
    expect(carryOf(changed, month("2026-02"))).toBe("all");
  });

  test("does not affect earlier months", () => {
    const change = fc.tuple(fc.constantFrom(...CARRIES), fc.nat(24));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), change, (earlier, [carry, ahead]) => {
        const inOrder = earlier.toSorted(([, a], [, b]) => a - b).filter(([, at]) => at <= ahead);
        const before = inOrder.reduce(
          (one, [to, at]) => withCarry(one, to, addMonthsTo(JANUARY, at)),
          carrying("none"),
        );
        const after = withCarry(before, carry, addMonthsTo(JANUARY, ahead));
        for (let at = -1; at < 30; at++) {
          const of = addMonthsTo(JANUARY, at);
          expect(carryOf(after, of)).toBe(at < ahead ? carryOf(before, of) : carry);
        }
      }),
    );
  });

  test("determines the first month to compute from", () => {
    expect(carriedSince([changed], month("2026-03"), EARLIEST)).toBe("2026-01");
    expect(carriedSince([changed], month("2026-04"), EARLIEST)).toBeNull();
    expect(carriedSince([carrying("all")], month("2026-04"), EARLIEST)).toBe(EARLIEST);
    expect(carriedSince([carrying("none")], month("2026-04"), EARLIEST)).toBeNull();
  });
});

describe("an opening", () => {
  const FEBRUARY = month("2026-02");
  const opened = (carry: Carry, amount: number, of = FEBRUARY): Carrying => ({
    ...carrying(carry),
    opening: { month: of, amount: cents(amount) },
  });

  test.each([
    ["none", 70, [0, 0, 0, 0]],
    ["surplus", 70, [0, 70, 0, 50]],
    ["surplus", -70, [0, 0, 0, 50]],
    ["all", 70, [0, 70, -20, 30]],
    ["all", -70, [0, -70, -160, -110]],
    ["all", 0, [0, 0, -90, -40]],
  ] as const)("replaces the amount carried into its month: with carry %s and %i", (carry, amount, expected) =>
    expect(carriedIn(opened(carry, amount), MONTHS)).toEqual(expected),
  );

  test("counts from the month in which the category begins to carry", () => {
    const began = { ...withCarry(carrying("none"), "all", FEBRUARY), opening: opened("all", 70).opening };
    expect(carriedIn(began, MONTHS)).toEqual([0, 70, -20, 30]);
    expect(openingOf({ ...began, opening: opened("all", 70, JANUARY).opening })).toBeNull();
  });

  test("is the first month that has to be read", () => {
    expect(carriedSince([opened("all", 70)], month("2026-04"), EARLIEST)).toBe(FEBRUARY);
    expect(carriedSince([opened("all", 70)], FEBRUARY, EARLIEST)).toBeNull();
    expect(carriedSince([opened("all", 70)], JANUARY, EARLIEST)).toBe(EARLIEST);
    expect(carriedSince([opened("all", 70), carrying("all")], FEBRUARY, EARLIEST)).toBe(EARLIEST);
  });
});

const amounts = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 1_000_00 }), fc.integer({ min: -50_00, max: 1_500_00 })),
  {
    minLength: 1,
    maxLength: 30,
  },
);

describe("for all plans and actuals", () => {
  test("available is the sum of all differences with carry all", () => {
    fc.assert(
      fc.property(amounts, (months) => {
        const last = through(carrying("all"), months).at(-1)?.budgets[0];
        expect(last?.available).toBe(months.reduce((total, [plan, actual]) => total + plan - actual, 0));
      }),
    );
  });

  test("an opening is equivalent to earlier months that carried the same amount", () => {
    fc.assert(
      fc.property(amounts, amounts, fc.constantFrom(...CARRIES), (before, after, carry) => {
        const whole = through(carrying(carry), [...before, ...after]).slice(before.length);
        const moved = addMonthsTo(JANUARY, before.length);
        const opening = { month: moved, amount: whole[0]?.budgets[0]?.carried ?? ZERO };
        const months = after.map(([plan, actual], index) => {
          const of = addMonthsTo(moved, index);
          return { month: of, budgets: [row(of, plan, actual)] };
        });
        expect(carryThrough([{ ...carrying(carry), opening }], months)).toEqual(whole);
      }),
    );
  });

  test("overspending is not carried with carry surplus", () => {
    fc.assert(
      fc.property(amounts, (months) => {
        for (const { budgets } of through(carrying("surplus"), months)) {
          expect(budgets[0]?.carried).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test("the months' parts add up to the carried amount", () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...CARRIES), (months, carry) => {
        const whole = through(carrying(carry), months);
        const last = lastMonths(addMonthsTo(JANUARY, months.length - 1), 1)[0] ?? JANUARY;
        const parts = carriedParts(1, whole, last);
        expect(sum(parts.map(({ amount }) => amount))).toBe(whole.at(-1)?.budgets[0]?.carried);
      }),
    );
  });
});
