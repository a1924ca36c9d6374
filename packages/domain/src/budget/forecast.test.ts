import fc from "fast-check";
import { expect, test } from "vitest";
import { cents } from "../money/money.ts";
import { expectedOrPlanned, expectedParts, forecast } from "./forecast.ts";

const of = (spent: number, budget: number, past: number[], elapsed: number | "closed") =>
  forecast({
    categoryId: 1,
    category: "Food",
    elapsed,
    due: cents(0),
    spent: cents(spent),
    budget: cents(budget),
    past: past.map(cents),
  });

test.each([
  ["a past month is expected to end at its spending", 300, 400, [500, 600], "closed", 300, "closed"],
  ["so is a past month without history", 300, 400, [], "closed", 300, "closed"],
  ["nothing more is expected on the last day", 300, 400, [500, 600], 1, 300, "last-day"],
  [
    "a paid bill is not projected over the rest of the month",
    1500,
    1500,
    [1500, 1490, 1510],
    0.1,
    1500,
    "steady",
  ],
  ["an unpaid bill is expected", 0, 0, [1500, 1500], 0.5, 1500, "steady"],
  ["other spending continues at the usual pace", 300, 400, [300, 500], 0.5, 500, "pace"],
  ["so it does before any spending", 0, 400, [300, 500], 0.25, 300, "usual"],
  ["months before a category's first use do not count", 0, 0, [0, 0, 300, 500], 0, 400, "usual"],
  ["later months without spending count", 0, 0, [400, 0], 0, 200, "usual"],
  ["a single month does not make a bill", 200, 0, [200], 0.5, 300, "pace"],
] as const)("%s", (_rule, spent, budget, past, elapsed, amount, basis) => {
  expect(of(spent, budget, [...past], elapsed).expected).toEqual({ amount, basis });
});

const made = (largest: number, purchases = 1, billed = 0) => {
  return { billed: cents(billed), purchases, largest: cents(largest), on: 1 };
};
const knowing = (
  spent: number,
  budget: number,
  month: ReturnType<typeof made> | undefined,
  past: [number, ReturnType<typeof made>][],
  elapsed: number,
  due = 0,
) =>
  forecast({
    categoryId: 1,
    category: "Home",
    elapsed,
    due: cents(due),
    spent: cents(spent),
    budget: cents(budget),
    past: past.map(([amount]) => cents(amount)),
    made: month,
    pastMade: past.map(([, one]) => one),
  }).expected?.amount;

test.each([
  [
    "a rent of the plan's size that is paid",
    1_000,
    1_000,
    made(1_000),
    [[1_000, made(1_000)]],
    0.1,
    0,
    1_000,
  ],
  ["a rent that is not paid yet", 0, 1_000, undefined, [[1_000, made(1_000)]], 0.1, 0, 1_000],
  ["a bill that a subscription records, due", 0, 0, undefined, [[950, made(0, 0, 950)]], 0.5, 950, 950],
  [
    "a bill that a subscription records, paid",
    950,
    950,
    made(0, 0, 950),
    [[950, made(0, 0, 950)]],
    0.1,
    0,
    950,
  ],
  ["a bill beside purchases", 950, 1_200, made(0, 0, 950), [[1_150, made(40, 8, 950)]], 0.5, 0, 1_050],
  ["a bill that ended", 0, 0, undefined, [[950, made(0, 0, 950)]], 0.5, 0, 0],
  ["a sofa of last month", 50, 200, made(25, 2), [[1_200, made(1_000, 9)]], 0.5, 0, 300],
  ["a sofa of this month", 1_050, 400, made(1_000, 3), [[400, made(60, 9)]], 0.5, 0, 1_250],
  [
    "groceries in two like months",
    300,
    500,
    made(60, 6),
    [
      [480, made(70, 8)],
      [500, made(70, 8)],
    ],
    0.5,
    0,
    545,
  ],
  ["the last day of a month", 300, 500, made(60, 6), [[480, made(70, 8)]], 1, 0, 300],
  ["the last day with a bill due", 300, 500, made(60, 6), [[480, made(70, 8)]], 1, 40, 340],
  ["the last day of the first month", 300, 500, made(60, 6), [], 1, 0, 300],
] as const)(
  "%s is not projected over the rest of the month",
  (_what, spent, budget, month, past, elapsed, due, amount) => {
    expect(
      knowing(
        spent,
        budget,
        month,
        past.map(([a, b]) => [a, b]),
        elapsed,
        due,
      ),
    ).toBe(amount);
  },
);

test.each([
  ["no earlier month", []],
  ["months without spending", [0, 0]],
])("with %s nothing is expected", (_history, past) => {
  expect(of(100, 400, past, 0.5).expected).toBeNull();
});

test("overruns are measured against a budget, if there is one", () => {
  expect(of(450, 400, [300, 500], 0.5)).toMatchObject({ overNow: 50, overAtEnd: 250, percent: 113 });
  expect(of(450, 0, [300, 500], 0.5)).toMatchObject({ overNow: 0, overAtEnd: 0, percent: 0 });
});

test("an amount carried over counts as budget", () => {
  const carrying = {
    categoryId: 1,
    category: "Food",
    past: [cents(300), cents(500)],
    elapsed: 0.5,
    due: cents(0),
  };
  const over = (budget: number, carried: number) => {
    const spent = cents(450);
    return forecast({ ...carrying, spent, budget: cents(budget), carried: cents(carried) }).overNow;
  };
  expect([over(400, 30), over(400, 50), over(0, 430), over(500, -100)]).toEqual([20, 0, 20, 50]);
});

test("without history, only an amount already overspent is an overrun", () => {
  expect(of(100, 400, [], 0.5)).toMatchObject({ overNow: 0, overAtEnd: 0 });
  expect(of(450, 400, [], 0.5)).toMatchObject({ overNow: 50, overAtEnd: 50 });
});

test.each([
  ["the expected amount", 300, 400, [300, 500], 500],
  ["the plan if there is no history", 100, 400, [], 400],
  ["the spending so far if it is more than the plan", 500, 400, [], 500],
])("a month's total counts %s", (_rule, spent, budget, past, total) =>
  expect(expectedOrPlanned(of(spent, budget, past, 0.5))).toBe(total),
);

test.each([
  ["150 % of the usual", 600, [300, 500], 200],
  ["less than 150 %", 599, [300, 500], 0],
  ["after a single month", 900, [300], 0],
  ["without earlier months", 900, [], 0],
])("spending above the usual: %s", (_rule, spent, past, by) =>
  expect(of(spent, 0, past, 0.5).unusual).toBe(by),
);

test.each([
  ["a payment due is part of the usual spending", 400, 1_000, 0.5, 300, 900, 200],
  ["a larger payment due raises the expected amount", 400, 1_000, 0.5, 700, 1_100, 0],
  ["a payment due is part of an unpaid bill", 0, 1_000, 0.5, 990, 990, 0],
] as const)("%s", (_rule, spent, mean, elapsed, due, amount, usual) => {
  const past = elapsed === 0.5 && spent === 0 ? [980, 1_000] : [mean - 300, mean + 300];
  const known = forecast({
    categoryId: 1,
    category: "Food",
    elapsed,
    budget: cents(0),
    spent: cents(spent),
    due: cents(due),
    past: past.map(cents),
  });
  expect(known.expected?.amount).toBe(amount);
  expect(expectedParts(known)).toEqual({ spent, due, usual });
});

test("no forecast ends below what is already spent", () => {
  const amount = fc.integer({ min: 0, max: 10 ** 12 - 1 });
  const elapsed = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(amount, amount, fc.array(amount, { maxLength: 6 }), elapsed, (spent, budget, past, share) => {
      const { expected, overNow, overAtEnd } = of(spent, budget, past, share);
      expect(expected?.amount ?? spent).toBeGreaterThanOrEqual(spent);
      expect(overAtEnd).toBeGreaterThanOrEqual(overNow);
    }),
  );
});
