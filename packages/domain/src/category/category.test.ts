import { expect, test } from "vitest";
import { type Flow, namesake, offeredFor } from "./category.ts";

const categories: { name: string; type?: Flow | null }[] = [
  { name: "Salary", type: "income" },
  { name: "Rent", type: "expense" },
  { name: "Income tax", type: "expense" },
  { name: "Side INCOME" },
  { name: "my salary", type: null },
  { name: "Food" },
];

test("offers no archived category but the current one", () => {
  const archived = [
    { id: 1, name: "Rent" },
    { id: 2, name: "Gym", archived: true },
    { id: 3, name: "Club", archived: true },
  ];
  expect(offeredFor("expense", archived).map(({ id }) => id)).toEqual([1]);
  expect(offeredFor("expense", archived, 3).map(({ id }) => id)).toEqual([1, 3]);
});

test("offers the categories of a type", () => {
  expect(offeredFor("income", categories).map(({ name }) => name)).toEqual([
    "Salary",
    "Side INCOME",
    "my salary",
  ]);
  expect(offeredFor("expense", categories).map(({ name }) => name)).toEqual(["Rent", "Income tax", "Food"]);
});

test.each([
  ["food", 1],
  [" FOOD ", 1],
  ["Fo\u00f6d".normalize("NFD"), 1],
  ["Foods", undefined],
  ["Salary", undefined],
])("the namesake of %s is category %s", (name, found) => {
  const stored = [
    { id: 1, name: "Food", type: "expense" as const },
    { id: 2, name: "Salary", type: "income" as const },
  ];
  expect(namesake(stored, { id: undefined, name, type: "expense" })?.id).toBe(found);
  expect(namesake(stored, { id: 1, name, type: "expense" })).toBeUndefined();
});
