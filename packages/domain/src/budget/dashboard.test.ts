import { describe, expect, test } from "vitest";
import { budget, category, day, month, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import type { Transaction } from "../transaction/transaction.ts";
import { deriveBudgets, spendingByDay } from "./budget.ts";
import {
  byConcern,
  categoryProgress,
  keptToPlan,
  planAgainstActual,
  recent,
  runningTotal,
  spending,
  summary,
} from "./dashboard.ts";
import { forecast } from "./forecast.ts";

const salary = category({ id: 1, type: "income" });
const food = category({ id: 2 });
const rent = category({ id: 3 });
const categories = [salary, food, rent];
const paid = (id: number, categoryId: number, amount: number) =>
  transaction({ id, categoryId, amount: cents(amount) });

describe("the summary cards", () => {
  const budgets = [budget(1, 5000, 4000), budget(2, 300, 120), budget(3, 1000, 1000)];

  test("total the expense plans and the month's transactions of income and expense categories", () => {
    const transactions = [paid(1, 1, 4500), paid(2, 2, 100), paid(3, 3, 1000), paid(4, 2, 50)];
    const cards = { monthlyBudget: 1300, income: 4500, expenses: 1150, remaining: 3350 };
    expect(summary(categories, budgets, transactions)).toEqual(cards);
  });

  test("fall back to the budgets' actuals if the transactions of a type sum to 0", () => {
    const onlyFallback = { monthlyBudget: 1300, income: 4000, expenses: 1120, remaining: 2880 };
    expect(summary(categories, budgets, [])).toEqual(onlyFallback);
    const oneSide = { monthlyBudget: 1300, income: 4000, expenses: 7, remaining: 3993 };
    expect(summary(categories, budgets, [paid(1, 2, 7)])).toEqual(oneSide);
  });

  test("subtract refunds from the expenses", () => {
    const transactions = [paid(1, 1, 4500), paid(2, 2, 100), { ...paid(3, 2, 30), refund: true }];
    expect(summary(categories, budgets, transactions)).toMatchObject({ income: 4500, expenses: 70 });
  });

  test("are all 0 in an empty month", () => {
    expect(summary([], [], [])).toEqual({ monthlyBudget: 0, income: 0, expenses: 0, remaining: 0 });
  });
});

test("lists the three newest transactions", () => {
  const dated = ["2026-11-05", "2026-11-20", "2026-11-01", "2026-11-11"].map((date, id) =>
    transaction({ id, date: day(date) }),
  );
  expect(recent(dated).map(({ id }) => id)).toEqual([1, 3, 0]);
  expect(dated.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
});

test("lists the progress of every expense category, with or without a budget", () => {
  expect(categoryProgress(categories, [budget(1, 100, 500), budget(2, 100, 150)])).toEqual([
    {
      category: food,
      projected: 100,
      actual: 150,
      carried: 0,
      state: "missed",
      status: "over",
      percentage: 100,
    },
    {
      category: rent,
      projected: 0,
      actual: 0,
      carried: 0,
      state: "empty",
      status: "on-track",
      percentage: 0,
    },
  ]);
  const carried = (amount: number) => ({ ...budget(2, 100, 150), carried: cents(amount) });
  const states = [49, 50].map((amount) => categoryProgress(categories, [carried(amount)])[0]?.state);
  expect(states).toEqual(["missed", "met"]);
});

test("totals plan and actual of each month, in the order given", () => {
  const months = [
    { month: month("2026-10"), budgets: [budget(2, 10, 20)] },
    { month: month("2026-11"), budgets: [budget(1, 30, 40)] },
  ];
  expect(planAgainstActual(months, categories)).toEqual([
    { month: "2026-10", projectedIncome: 0, actualIncome: 0, projectedExpenses: 10, actualExpenses: 20 },
    { month: "2026-11", projectedIncome: 30, actualIncome: 40, projectedExpenses: 0, actualExpenses: 0 },
  ]);
});

const derived = (transactions: readonly Transaction[]) =>
  deriveBudgets({ month: month("2026-11"), plans: [], transactions, resetAt: null });

describe("spending by category", () => {
  const moved = [paid(1, 1, 4500), paid(2, 2, 100), paid(3, 3, 1000), paid(4, 2, 50)];

  test("lists expense categories with transactions, the largest first", () => {
    const unused = category({ id: 4 });
    const parts = spending([...categories, unused], derived(moved), 6);
    expect(parts.map(({ category, amount }) => [category?.id, amount])).toEqual([
      [3, 1000],
      [2, 150],
    ]);
  });

  test("omits a category whose refunds equal its spending", () => {
    const refunds = [
      { ...paid(5, 2, 150), refund: true },
      { ...paid(6, 3, 400), refund: true },
    ];
    const parts = spending(categories, derived([...moved, ...refunds]), 6);
    expect(parts.map(({ category, amount }) => [category?.id, amount])).toEqual([[3, 600]]);
  });

  test("sums up the smallest categories if there are too many", () => {
    const four = category({ id: 4 });
    const parts = spending([...categories, four], derived([...moved, paid(5, 4, 20)]), 2);
    expect(parts.map(({ category, amount }) => [category?.id, amount])).toEqual([
      [3, 1000],
      [undefined, 170],
    ]);
  });
});

test("sorts categories: over plan, without a plan, at risk, all others", () => {
  const all = [1, 2, 3, 4, 5].map((id) => category({ id, name: `Category ${id}` }));
  const rows = categoryProgress(all, [
    budget(1, 100, 10),
    budget(2, 100, 90),
    budget(3, 0, 30),
    budget(4, 100, 150),
  ]);
  const heading = forecast({
    categoryId: 2,
    category: "Category 2",
    elapsed: 0.5,
    due: cents(0),
    spent: cents(90),
    budget: cents(100),
    past: [cents(100), cents(160)],
  });
  expect(byConcern(rows, [heading]).map((row) => [row.category.id, row.concern])).toEqual([
    [4, "over"],
    [3, "unplanned"],
    [2, "at-risk"],
    [1, null],
    [5, null],
  ]);
  expect(byConcern(rows, [])[2]).toMatchObject({ category: { id: 1 }, concern: null });
});

test("totals the spending up to the end of each day", () => {
  const rows = [
    { ...paid(1, 2, 100), date: day("2026-11-01") },
    { ...paid(2, 3, 30), date: day("2026-11-03") },
    { ...paid(3, 2, 20), date: day("2026-11-03"), refund: true },
    { ...paid(4, 1, 4500), date: day("2026-11-02"), type: "income" as const },
    { ...paid(5, 2, 9), date: day("2026-10-31") },
  ];
  const spent = runningTotal(spendingByDay({ month: month("2026-11"), transactions: rows }));
  expect(spent.slice(0, 4)).toEqual([100, 100, 110, 110]);
  expect(spent).toHaveLength(30);
});

test("counts the planned categories that kept to their plan", () => {
  const budgets = [budget(1, 100, 110), budget(2, 100, 100), budget(3, 300, 190), budget(4, 0, 500)];
  const all = [1, 2, 3, 4].map((id) => category({ id }));
  expect(keptToPlan(all, budgets)).toMatchObject({
    planned: 3,
    kept: 2,
    best: { category: { id: 3 }, left: 110 },
  });
});
