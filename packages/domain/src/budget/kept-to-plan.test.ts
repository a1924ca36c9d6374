import { expect, test } from "vitest";
import { category, month } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { budgetId } from "./budget.ts";
import { keptToPlan } from "./dashboard.ts";

test("counts the planned categories that kept to their plan", () => {
  const november = month("2026-11");
  const budget = (categoryId: number, projected: number, actual: number) => ({
    id: budgetId(november, categoryId),
    categoryId,
    month: november,
    projected: cents(projected),
    actual: cents(actual),
  });
  const budgets = [budget(1, 100, 110), budget(2, 100, 100), budget(3, 300, 190), budget(4, 0, 500)];
  const categories = [1, 2, 3, 4].map((id) => category({ id }));
  expect(keptToPlan(categories, budgets)).toMatchObject({
    planned: 3,
    kept: 2,
    best: { category: { id: 3 }, left: 110 },
  });
});
