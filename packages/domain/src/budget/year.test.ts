import { expect, test } from "vitest";
import { budget, category, month } from "../../../test/fixtures.ts";
import { carryThrough } from "./carry.ts";
import { columnTotals, rowFigures, yearOf } from "./year.ts";

const categories = [
  category({ id: 2 }),
  { ...category({ id: 1 }), carry: "all" as const },
  category({ id: 3, type: "income" }),
];
const months = [month("2026-10"), month("2026-11")];
const year = yearOf(
  categories,
  carryThrough(categories, [
    { month: months[0] ?? month("2026-10"), budgets: [budget(1, 100, 60), budget(3, 500, 500)] },
    { month: months[1] ?? month("2026-11"), budgets: [budget(1, 100, 90), budget(2, 0, 30)] },
  ]),
);

test("a year has a cell for each category and month, with what was carried", () => {
  expect(year.months).toEqual(months);
  expect(year.rows.map(({ categoryId }) => categoryId)).toEqual([1, 2, 3]);
  expect(year.rows[0]?.cells).toEqual([
    { planned: 100, actual: 60, carried: 0, available: 40 },
    { planned: 100, actual: 90, carried: 40, available: 50 },
  ]);
  expect(year.rows[1]?.cells[0]).toEqual({ planned: 0, actual: 0, carried: 0, available: 0 });
});

test("totals are of a row and of a type's month; what is available is as of the last one", () => {
  const [food, fun] = year.rows;
  if (!food || !fun) throw new Error("no rows");
  expect(rowFigures(food, "actual")).toEqual({ total: 150, average: 75 });
  expect(rowFigures(food, "available").total).toBe(50);
  expect(rowFigures(fun, "actual")).toEqual({ total: 30, average: 30 });
  expect(columnTotals(year, "expense", categories, "actual")).toEqual([60, 120]);
  expect(columnTotals(year, "income", categories, "planned")).toEqual([500, 0]);
});
