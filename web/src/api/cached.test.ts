import { expect, test } from "vitest";
import { saved, without } from "./cached.ts";

const [rent, food, fun] = [
  { id: 1, name: "Rent" },
  { id: 2, name: "Food" },
  { id: 3, name: "Fun" },
];

test("what was changed keeps its place, what is new comes last, and the list before stays as it was", () => {
  const list = [rent, food];
  expect(saved(list, { id: 1, name: "Home" })).toEqual([{ id: 1, name: "Home" }, food]);
  expect(saved(list, fun)).toEqual([rent, food, fun]);
  expect(without(list, 1)).toEqual([food]);
  expect(list).toEqual([rent, food]);
});

test("a list that is not there stays away", () => {
  expect(saved(undefined, rent)).toBeUndefined();
  expect(without<typeof rent>(undefined, 1)).toBeUndefined();
});
