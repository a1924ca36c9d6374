import { expect, test } from "vitest";
import { budget, category } from "../../../test/fixtures.ts";
import { coverFor } from "./cover.ts";

const categories = [
  category({ id: 1 }),
  category({ id: 2 }),
  category({ id: 3 }),
  category({ id: 4, archived: true }),
  category({ id: 5, type: "income" }),
];

test("offers the expense categories with something left, the most first", () => {
  const budgets = [
    budget(1, 100, 160),
    budget(2, 50, 20),
    budget(3, 90, 10),
    budget(4, 500, 0),
    budget(5, 900, 0),
  ];
  const { shortfall, offers } = coverFor(1, categories, budgets);
  expect(shortfall).toBe(60);
  expect(offers.map(({ category: { id }, left }) => [id, left])).toEqual([
    [3, 80],
    [2, 30],
  ]);
});

test("offers nothing where nothing is left, and needs nothing where nothing is over", () => {
  expect(coverFor(1, categories, [budget(1, 100, 40), budget(2, 50, 50)])).toEqual({
    shortfall: 0,
    offers: [],
  });
});
