import { describe, expect, test } from "vitest";
import { budget, category } from "../../../test/fixtures.ts";
import { arrange, groups, inOrder, shownCategories } from "./category-order.ts";

const idsOf = (categories: readonly { id: number }[] | undefined) => categories?.map(({ id }) => id);

test("lists categories that were never moved last, by creation", () => {
  const unordered = [
    category({ id: 4 }),
    category({ id: 3, position: 1 }),
    category({ id: 2 }),
    category({ id: 9, position: 0 }),
  ];
  expect(idsOf(inOrder(unordered))).toEqual([9, 3, 2, 4]);
});

test("lists archived categories only if they have a plan or an actual", () => {
  const archived = [1, 2, 3, 4].map((id) => category({ id, archived: true }));
  const budgets = [budget(1, 0, 0), budget(2, 5), budget(3, 0, -5)];
  expect(idsOf(shownCategories([...archived, category({ id: 5 })], budgets))).toEqual([2, 3, 5]);
});

describe("arranging categories", () => {
  const categories = [category({ id: 1 }), category({ id: 2, group: "Home" }), category({ id: 3 })];
  const place = (id: number, group: string | null = null, archived = false) => ({ id, group, archived });

  test("sets position, group and archived state", () => {
    const arranged = arrange(categories, [place(3, "Home"), place(1), place(2, null, true)]);
    expect(arranged?.map(({ id, position, group, archived }) => [id, position, group, archived])).toEqual([
      [3, 0, "Home", false],
      [1, 1, null, false],
      [2, 2, null, true],
    ]);
  });

  test("keeps categories without a place at the end", () => {
    expect(idsOf(arrange(categories, [place(3)]))).toEqual([3, 1, 2]);
    expect(arrange(categories, [place(3)])?.[2]?.group).toBe("Home");
  });

  test.each([
    ["an unknown category", [place(1), place(7)]],
    ["a category twice", [place(1), place(1)]],
  ])("refuses %s", (_what, places) => expect(arrange(categories, places)).toBeUndefined());
});

describe("groups", () => {
  const categories = [
    category({ id: 1, group: "Home" }),
    category({ id: 2 }),
    category({ id: 3, group: "Home", position: 0 }),
    category({ id: 4, type: "income", group: "Home" }),
  ];

  test("are in the order of their first categories and have subtotals", () => {
    const [home, none] = groups("expense", categories, [
      budget(1, 10, 5),
      budget(3, 100, 250),
      budget(4, 999),
    ]);
    expect(home).toMatchObject({ name: "Home", projected: 110, actual: 255 });
    expect(home?.rows.map(({ category: { id }, projected }) => [id, projected])).toEqual([
      [3, 100],
      [1, 10],
    ]);
    expect(none).toMatchObject({ name: null, projected: 0, actual: 0 });
  });

  test("are empty without categories", () => expect(groups("income", [], [])).toEqual([]));
});
