import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { itemOf, itemsOf, typed } from "./writes.ts";

const ROW = {
  pk: "a",
  n: 1_764_175_000_000_123,
  some: [1, "2", null, { deep: true }],
  off: false,
  none: null,
};

test("reads what was written", () => {
  const { Item = {}, Key } = typed({ Item: { ...ROW, absent: undefined }, Key: { pk: "a" } });
  expect(itemOf(Item)).toEqual(ROW);
  expect(Key).toEqual({ pk: { S: "a" } });
});

test("gives all items the order of the first", () => {
  const items = itemsOf([marshall({ a: 1, b: 2 }), marshall({ b: 3, a: null, c: 4 }), marshall({ b: 5 })]);
  expect(items.map((item) => Object.entries(item))).toEqual([
    [
      ["a", 1],
      ["b", 2],
    ],
    [
      ["a", null],
      ["b", 3],
      ["c", 4],
    ],
    [["b", 5]],
  ]);
});

test("refuses sets and binary values, which no item has", () => {
  expect(() => itemOf({ tags: { SS: ["a"] } })).toThrow("SS");
});
