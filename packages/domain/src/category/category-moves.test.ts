import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { category } from "../../../test/fixtures.ts";
import type { Category } from "./category.ts";
import { archive, groupNames, moveTo, renameGroup, stepCategory, stepGroup } from "./category-moves.ts";
import { arrange, groups, type Place } from "./category-order.ts";

/** Expense categories, written as "Home: 1 2; 3": the ids of each group, or without a name of no group. */
function household(text: string): Category[] {
  return text.split(";").flatMap((part) => {
    const [, name = "", ids = ""] = /^\s*(?:(\w+):)?([\d\s]*)$/.exec(part) ?? [];
    return ids
      .split(/\s+/)
      .filter((id) => id !== "")
      .map((id, index) =>
        category({ id: Number(id), group: name === "" ? null : name, position: Number(id) * 10 + index }),
      );
  });
}

/** The list that the screen shows after the places were saved. */
function shown(categories: readonly Category[], places: readonly Place[] | undefined): string | undefined {
  if (!places) return undefined;
  const arranged = arrange(categories, places);
  if (!arranged) throw new Error("the places do not fit");
  return groups("expense", arranged, [])
    .map(
      ({ name, rows }) =>
        `${name === null ? "" : `${name}: `}${rows.map((row) => row.category.id).join(" ")}`,
    )
    .join("; ");
}

const start = household("Home: 1 2 3; Car: 4 5; 6 7");
const after = (places: Place[] | undefined) => shown(start, places);

describe("moving a category", () => {
  test.each([
    ["before another", 5, { group: "Home", before: 2 }, "Home: 1 5 2 3; Car: 4; 6 7"],
    ["to a group's end", 1, { group: "Car", before: null }, "Home: 2 3; Car: 4 5 1; 6 7"],
    ["within its group", 3, { group: "Home", before: 1 }, "Home: 3 1 2; Car: 4 5; 6 7"],
    ["out of every group", 4, { group: null, before: 7 }, "Home: 1 2 3; Car: 5; 6 4 7"],
    ["to a new group at the end", 2, { group: "Fun", before: null }, "Home: 1 3; Car: 4 5; 6 7; Fun: 2"],
    ["before itself", 2, { group: "Home", before: 2 }, "Home: 1 2 3; Car: 4 5; 6 7"],
  ])("%s", (_how, id, target, expected) => expect(after(moveTo(start, id, target))).toBe(expected));

  test.each([
    [2, -1, "Home: 2 1 3; Car: 4 5; 6 7"],
    [2, 1, "Home: 1 3 2; Car: 4 5; 6 7"],
    [3, 1, "Home: 1 2; Car: 3 4 5; 6 7"],
    [4, -1, "Home: 1 2 3 4; Car: 5; 6 7"],
    [6, 1, "Home: 1 2 3; Car: 4 5; 7 6"],
    [1, -1, undefined],
    [7, 1, undefined],
  ] as const)("%i by %i row", (id, by, expected) =>
    expect(after(stepCategory(start, id, by))).toBe(expected),
  );

  test("moves the group if it has no other category", () => {
    const lonely = household("Home: 1 2; Car: 3; 4");
    expect(shown(lonely, stepCategory(lonely, 3, -1))).toBe("Car: 3; Home: 1 2; 4");
    expect(shown(lonely, stepCategory(lonely, 3, 1))).toBe("Home: 1 2; 4; Car: 3");
  });
});

test("groups swap places as a whole", () => {
  expect(after(stepGroup(start, "expense", "Car", -1))).toBe("Car: 4 5; Home: 1 2 3; 6 7");
  expect(after(stepGroup(start, "expense", null, -1))).toBe("Home: 1 2 3; 6 7; Car: 4 5");
  expect(stepGroup(start, "expense", "Home", -1)).toBeUndefined();
  expect(stepGroup(start, "income", "Home", 1)).toBeUndefined();
});

test("a renamed group merges with an existing group of that name", () => {
  expect(after(renameGroup(start, "expense", "Car", "Travel"))).toBe("Home: 1 2 3; Travel: 4 5; 6 7");
  expect(after(renameGroup(start, "expense", "Car", "Home"))).toBe("Home: 1 2 3 4 5; 6 7");
  expect(after(renameGroup(start, "income", "Car", "Travel"))).toBe("Home: 1 2 3; Car: 4 5; 6 7");
});

test("a restored category is placed at the end of its group", () => {
  const places = archive(start, 1, true);
  expect(after(places)).toBe("Home: 2 3; Car: 4 5; 6 7");
  const archived = arrange(start, places) ?? [];
  expect(shown(archived, archive(archived, 1, false))).toBe("Home: 2 3 1; Car: 4 5; 6 7");
  expect(stepCategory(archived, 1, 1)).toBeUndefined();
});

test("lists group names in order, including those of archived categories", () => {
  const withoutFive = arrange(start, archive(start, 5, true)) ?? [];
  const archived = arrange(withoutFive, archive(withoutFive, 4, true)) ?? [];
  expect(groupNames(archived, "expense")).toEqual(["Home", "Car"]);
  expect(groupNames(start, "income")).toEqual([]);
});

test("no move loses or duplicates a category", () => {
  const group = fc.constantFrom(null, "A", "B");
  const one = fc.record({
    type: fc.constantFrom("income" as const, "expense" as const),
    group,
    archived: fc.boolean(),
    position: fc.option(fc.nat(9), { nil: undefined }),
  });
  fc.assert(
    fc.property(
      fc.array(one, { minLength: 1, maxLength: 9 }),
      fc.nat(8),
      fc.nat(8),
      group,
      fc.constantFrom(-1 as const, 1 as const),
      (drafts, first, second, target, by) => {
        const categories = drafts.map((draft, index) => category({ id: index + 1, ...draft }));
        const [id, before] = [(first % drafts.length) + 1, (second % drafts.length) + 1];
        for (const places of [
          moveTo(categories, id, { group: target, before }),
          stepCategory(categories, id, by),
          stepGroup(categories, "expense", target, by),
          renameGroup(categories, "expense", "A", "B"),
          archive(categories, id, !drafts[id - 1]?.archived),
        ]) {
          const ids = places?.map((place) => place.id).toSorted((a, b) => a - b);
          if (ids) expect(ids).toEqual(categories.map((one) => one.id));
        }
      },
    ),
  );
});
