import { expect, test } from "vitest";
import type { Layout } from "./layout.ts";
import { rememberedLayouts, rememberLayout } from "./remembered-layouts.ts";

const LAYOUT: Layout = {
  encoding: "windows-1252",
  separator: ";",
  header: 4,
  columns: { date: 0, amount: 5, description: 3 },
  dateOrder: "dmy",
  decimalMark: ",",
  outIs: "negative",
};

function storage(initial?: string) {
  const values = new Map<string, string>();
  if (initial !== undefined) values.set("coffer.import.layouts", initial);
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
