import { expect, test } from "vitest";
import { budget, category, month } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { lastMonths } from "../time/month.ts";
import { carryThrough } from "./carry.ts";
import { budgetsOfYear, yearFigures, yearInUse, yearPart, yearTable, yearTotals } from "./year.ts";

const categories = [
  category({ id: 2 }),
  { ...category({ id: 1 }), carry: "all" as const },
  category({ id: 3, type: "income" }),
];
const months = [month("2026-10"), month("2026-11")];
const year = yearFigures(
  categories,
  carryThrough(categories, [
    { month: months[0] ?? month("2026-10"), budgets: [budget(1, 100, 60), budget(3, 500, 500)] },
    { month: months[1] ?? month("2026-11"), budgets: [budget(1, 100, 90), budget(2, 0, 30)] },
  ]),
);

test("a year has a cell for each category and month", () => {
  expect(year.months).toEqual(months);
  expect(year.rows.map(({ categoryId }) => categoryId)).toEqual([1, 2, 3]);
  expect(year.rows[0]?.cells).toEqual([
    { planned: 100, actual: 60, carried: 0, available: 40 },
    { planned: 100, actual: 90, carried: 40, available: 50 },
  ]);
  expect(year.rows[1]?.cells[0]).toEqual({ planned: 0, actual: 0, carried: 0, available: 0 });
});

test("a table has a row for each category and sums by month", () => {
  const expenses = yearTable(year, categories.slice(0, 2), "actual");
  expect(expenses).toEqual({
    rows: [
      { categoryId: 2, amounts: [0, 30] },
      { categoryId: 1, amounts: [60, 90] },
    ],
    sums: [60, 120],
  });
  expect(yearTable(year, categories.slice(2), "planned").sums).toEqual([500, 0]);
  expect(yearTotals([cents(60), cents(90)], "actual")).toEqual({ total: 150, average: 75 });
  expect(yearTotals([cents(0), cents(30)], "actual")).toEqual({ total: 30, average: 30 });
  expect(yearTotals([cents(40), cents(50)], "available").total).toBe(50);
});

test("a part of a year has only its months", () => {
  const last = yearPart(year, -1);
  expect(last.months).toEqual(["2026-11"]);
  expect(budgetsOfYear(last)).toMatchObject([
    {
      month: "2026-11",
      budgets: [{ id: "2026-11-1", projected: 100, actual: 90 }, { categoryId: 2 }, { actual: 0 }],
    },
  ]);
});

test("a year in use begins with its first month with an amount", () => {
  const cell = { planned: cents(0), actual: cents(5), carried: cents(0), available: cents(0) };
  const none = { ...cell, actual: cents(0) };
  const months = lastMonths(month("2026-11"), 6);
  const since = (first: number) =>
    yearInUse(
      { months, rows: [{ categoryId: 1, cells: months.map((_, at) => (at < first ? none : cell)) }] },
      3,
    );
  expect([0, 2, 4, 6].map((first) => since(first).months.length)).toEqual([6, 4, 3, 3]);
  expect(yearInUse({ months, rows: [] }, 3).months).toHaveLength(3);
});
