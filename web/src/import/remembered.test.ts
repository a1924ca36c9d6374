import { expect, test } from "vitest";
import type { Layout } from "./parsed-file.ts";
import { rememberedLayouts, rememberedPayer, rememberLayout, rememberPayer } from "./remembered.ts";

const LAYOUT: Layout = {
  encoding: "windows-1252",
  separator: ";",
  header: 4,
  columns: { date: 0, amount: 5, description: 3 },
  dateOrder: "dmy",
  decimalMark: ",",
  outIs: "negative",
};

function storage(initial?: string, name = "coffer.import.layouts") {
  const values = new Map<string, string>();
  if (initial !== undefined) values.set(name, initial);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test("a layout is remembered by its header, the latest first", () => {
  const store = storage();
  rememberLayout(store, "a", LAYOUT);
  rememberLayout(store, "b", { ...LAYOUT, dateOrder: "mdy" });
  rememberLayout(store, "a", { ...LAYOUT, header: 5 });
  expect(rememberedLayouts(store)).toEqual([
    ["a", { ...LAYOUT, header: 5 }],
    ["b", { ...LAYOUT, dateOrder: "mdy" }],
  ]);
});

test("remembers the latest fifty layouts", () => {
  const store = storage();
  for (let index = 0; index < 60; index++) rememberLayout(store, `header ${index}`, LAYOUT);
  expect(rememberedLayouts(store)).toHaveLength(50);
});

test.each(["nonsense", "{}", "[1]", '[["a",{"columns":{}}]]', '[["a",null]]'])(
  "what is stored and is no layout is forgotten: %s",
  (stored) => {
    expect(rememberedLayouts(storage(stored))).toEqual([]);
  },
);

test("a storage that is full costs nothing else", () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
  };
  expect(() => rememberLayout(full, "a", LAYOUT)).not.toThrow();
});

test("remembers whose account the files of a bank are of, and survives what is no such note", () => {
  const store = storage("[nonsense", "coffer.import.payers");
  expect(rememberedPayer(store, "7 N26")).toBeUndefined();
  rememberPayer(store, "7 N26", 3);
  rememberPayer(store, "7 DKB", 4);
  expect(rememberedPayer(store, "7 N26")).toBe(3);
  expect(rememberedPayer(store, "8 N26")).toBeUndefined();
});
