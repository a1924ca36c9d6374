import { expect, test } from "vitest";
import { upsert, without } from "./cached-list.ts";

const [rent, food, fun] = [
  { id: 1, name: "Rent" },
  { id: 2, name: "Food" },
  { id: 3, name: "Fun" },
];

test("replaces a changed item in its place, adds a new one at the end, and copies the list", () => {
  const list = [rent, food];
  expect(upsert(list, { id: 1, name: "Home" })).toEqual([{ id: 1, name: "Home" }, food]);
  expect(upsert(list, fun)).toEqual([rent, food, fun]);
  expect(without(list, 1)).toEqual([food]);
  expect(list).toEqual([rent, food]);
});

test("leaves a list that is not cached undefined", () => {
  expect(upsert(undefined, rent)).toBeUndefined();
  expect(without<typeof rent>(undefined, 1)).toBeUndefined();
});
