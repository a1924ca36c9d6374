import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { budget, category, day, month, transaction } from "../../../test/fixtures.ts";
import { cents, MAX_TOTAL } from "../money/money.ts";
import type { Transaction } from "../transaction/transaction.ts";
import {
  budgetId,
  deriveBudgets,
  difference,
  historyOf,
  overview,
  type Plan,
  parseBudgetId,
  percentOf,
  progress,
  rowStatus,
} from "./budget.ts";

const november = month("2026-11");
const total = fc.integer({ min: 0, max: MAX_TOTAL }).map(cents);

describe("a budget's id", () => {
  test("parses to the month and category that it was made from", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (categoryId) => {
        expect(parseBudgetId(budgetId(november, categoryId))).toEqual({ month: november, categoryId });
      }),
    );
  });

  test.each([
    "",
    "2026-11",
    "2026-11-",
    "2026-11-0",
    "2026-11-07",
    "2026-13-7",
    "2026-11-1e3",
    "2026-11-9007199254740992",
    "7",
  ])("is not %j", (text) => expect(parseBudgetId(text)).toBeUndefined());
});

describe("a month's budgets", () => {
  const plan = (categoryId: number, projected: number): Plan => ({
    categoryId,
    month: november,
    projected: cents(projected),
  });
  const derive = (plans: Plan[], transactions: Transaction[], resetAt: number | null = null) =>
    deriveBudgets({ month: november, plans, transactions, resetAt }).map((b) => [
      b.id,
      b.projected,
      b.actual,
    ]);

  test("have the sum of a category's transactions of the month as actual", () => {
    const transactions = [
      transaction({ id: 1, amount: cents(10), date: day("2026-11-01") }),
      transaction({ id: 2, amount: cents(20), date: day("2026-11-30") }),
      transaction({ id: 3, amount: cents(40), date: day("2026-10-31") }),
      transaction({ id: 4, amount: cents(80), date: day("2026-12-01") }),
      transaction({ id: 5, amount: cents(160), categoryId: 2 }),
    ];
    expect(derive([plan(2, 500), plan(1, 100)], transactions)).toEqual([
      ["2026-11-1", 100, 30],
      ["2026-11-2", 500, 160],
    ]);
  });

  test("include a category without a plan at projected 0", () => {
    const transactions = [transaction({ id: 1, categoryId: 9, amount: cents(5) })];
    const december = { ...plan(3, 70), month: month("2026-12") };
    expect(derive([plan(1, 100), december], transactions)).toEqual([
      ["2026-11-1", 100, 0],
      ["2026-11-9", 0, 5],
    ]);
  });

  test("count after a reset only transactions created later, whatever their date", () => {
    const transactions = [
      transaction({ id: 1, createdAt: 999, amount: cents(1) }),
      transaction({ id: 2, createdAt: 1000, amount: cents(2) }),
      transaction({ id: 3, createdAt: 1001, amount: cents(4), date: day("2026-11-01") }),
    ];
    expect(derive([plan(1, 100)], transactions, 1000)).toEqual([["2026-11-1", 100, 4]]);
    expect(derive([plan(1, 100)], transactions)).toEqual([["2026-11-1", 100, 7]]);
  });

  test("subtract refunds from the actual", () => {
    const transactions = [
      transaction({ id: 1, amount: cents(100) }),
      transaction({ id: 2, amount: cents(30), refund: true }),
      transaction({ id: 3, amount: cents(50), refund: true, categoryId: 2 }),
    ];
    expect(derive([plan(2, 500)], transactions)).toEqual([
      ["2026-11-1", 0, 70],
      ["2026-11-2", 500, -50],
    ]);
  });

  test("do not depend on the order of transactions", () => {
    const some = fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 10 ** 12 - 1 }).map(cents),
        categoryId: fc.integer({ min: 1, max: 5 }),
      }),
    );
    fc.assert(
      fc.property(some, (given) => {
        const transactions = given.map((one, id) => transaction({ id, ...one }));
        const rows = derive([], transactions);
        expect(derive([], transactions.toReversed())).toEqual(rows);
        const all = given.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
        expect(rows.reduce((sum, [, , actual]) => sum + BigInt(actual ?? 0), 0n)).toBe(all);
      }),
    );
  });
});

describe("a budget row", () => {
  test.each([
    ["income", 100, 90, -10, "Below Target"],
    ["income", 100, 100, 0, "Above Target"],
    ["income", 100, 110, 10, "Above Target"],
    ["expense", 100, 90, 10, "Under Budget"],
    ["expense", 100, 100, 0, "Under Budget"],
    ["expense", 100, 110, -10, "Over Budget"],
    ["expense", 0, 0, 0, "Under Budget"],
  ] as const)("%s planned %d and actually %d: difference %d, %s", (type, projected, actual, by, status) => {
    expect(difference(type, cents(projected), cents(actual))).toBe(by);
    expect(rowStatus(type, { projected: cents(projected), actual: cents(actual) })).toBe(status);
  });

  test("has a negative difference exactly when it is Below Target or Over Budget", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("income" as const, "expense" as const),
        total,
        total,
        (type, projected, actual) => {
          const bad = difference(type, projected, actual) < 0;
          expect(bad).toBe(["Below Target", "Over Budget"].includes(rowStatus(type, { projected, actual })));
        },
      ),
    );
  });

  test.each([
    [0, 0, 0],
    [50, 0, 0],
    [1, 3, 33],
    [2, 3, 67],
    [115, 1000, 12],
    [145, 1000, 15],
    [250, 100, 250],
  ])("%d of %d is %d percent", (actual, projected, percent) => {
    expect(percentOf(cents(actual), cents(projected))).toBe(percent);
  });
});

describe("budget progress", () => {
  test.each([
    ["without a budget it is on track", 500, 0, "on-track", 0],
    ["spending equal to the budget is on track", 500, 500, "on-track", 100],
    ["less is under", 125, 500, "under", 25],
    ["nothing is under", 0, 500, "under", 0],
    ["more is over, capped at 100", 501, 500, "over", 100],
    ["a cent less is still under", 499, 500, "under", 99.8],
  ] as const)("%s", (_rule, spent, planned, status, percentage) => {
    expect(progress(cents(spent), cents(planned))).toEqual({ status, percentage });
  });

  test("has a percentage from 0 to 100 that agrees with the status", () => {
    fc.assert(
      fc.property(total, total, (spent, planned) => {
        const { status, percentage } = progress(spent, planned);
        expect(percentage).toBeGreaterThanOrEqual(0);
        expect(percentage).toBeLessThanOrEqual(100);
        if (planned > 0)
          expect(status).toBe(spent > planned ? "over" : spent === planned ? "on-track" : "under");
      }),
    );
  });
});

test("the Monthly Overview totals income and expenses, without budgets of a deleted category", () => {
  const categories = [category({ id: 1, type: "income" }), category({ id: 2 }), category({ id: 3 })];
  const budgets = [budget(1, 1000, 900), budget(2, 300, 100), budget(3, 200, 250), budget(4, 7, 7)];
  expect(overview(categories, budgets)).toEqual({
    projectedIncome: 1000,
    actualIncome: 900,
    projectedExpenses: 500,
    actualExpenses: 350,
  });
});

describe("a category's history", () => {
  const months = (...actuals: number[]) =>
    actuals.map((actual) => ({ budgets: [budget(1, 0, 999), budget(7, 0, actual)] }));

  test.each([
    ["starts with the first month that is not 0", [0, 0, 100, 0, 200], { actuals: [100, 0, 200], mean: 100 }],
    ["has a mean rounded to the cent", [100, 101, 101], { actuals: [100, 101, 101], mean: 101 }],
    ["is null if every month is 0", [0, 0], null],
  ])("%s", (_, actuals, expected) => expect(historyOf(7, months(...actuals))).toEqual(expected));

  test("counts a month without a budget as 0", () => {
    expect(historyOf(7, [...months(300), { budgets: [] }])).toEqual({ actuals: [300, 0], mean: 150 });
  });
});
