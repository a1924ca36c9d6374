import { expect, test } from "vitest";
import { category, day, month } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { budgetId } from "./budget.ts";
import { leftToSpend, overspent } from "./left-to-spend.ts";

const november = month("2026-11");
const categories = [category({ id: 1 }), category({ id: 2, type: "income" })];
const of = (spent: number, today: string) => {
  const budget = (categoryId: number, projected: number, actual: number) => ({
    ...{ id: budgetId(november, categoryId), categoryId, month: november },
    ...{ projected: cents(projected), actual: cents(actual) },
  });
  const budgets = [budget(1, 1_000, spent), budget(2, 9_000, 9_000)];
  return leftToSpend({ month: november, today: day(today) }, categories, budgets);
};

test("shares what the expense plans leave among the days to come, today included, rounded down", () => {
  expect(of(300, "2026-11-21")).toEqual({ planned: 1_000, spent: 300, left: 700, days: 10, perDay: 70 });
  expect(of(301, "2026-11-28").perDay).toBe(233);
});

test("leaves nothing a day once the plan is overspent, or the month is over", () => {
  expect(of(1_200, "2026-11-21")).toMatchObject({ left: -200, perDay: 0 });
  expect(of(300, "2026-12-01")).toMatchObject({ left: 700, days: 0, perDay: 0 });
});

test("shares a coming month's plan among all its days", () => {
  expect(of(0, "2026-10-31")).toMatchObject({ left: 1_000, days: 30, perDay: 33 });
});

test("names the expense categories over their plan, the largest overrun first", () => {
  const some = [1, 2, 3, 4].map((id) => category({ id }));
  const budgets = [
    { categoryId: 1, projected: 100, actual: 110 },
    { categoryId: 2, projected: 100, actual: 100 },
    { categoryId: 3, projected: 100, actual: 190 },
    { categoryId: 4, projected: 0, actual: 500 },
  ].map((one) => ({
    ...{ id: budgetId(november, one.categoryId), categoryId: one.categoryId, month: november },
    ...{ projected: cents(one.projected), actual: cents(one.actual) },
  }));
  expect(overspent(some, budgets).map(({ category: { id }, by }) => [id, by])).toEqual([
    [3, 90],
    [1, 10],
  ]);
});
