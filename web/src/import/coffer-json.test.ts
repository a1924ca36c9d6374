import { toDay } from "@coffer/domain/time/day";
import { expect, test } from "vitest";
import { readCoffer } from "./coffer-json.ts";

const read = (value: unknown) =>
  readCoffer(typeof value === "string" ? value : JSON.stringify(value), toDay(2027, 11, 21));

const GROCERIES = { kind: "category", id: 1, name: "Groceries", type: "expense", group: "Everyday" };
const COFFEE = {
  kind: "transaction",
  id: 5,
  date: "2026-11-05",
  description: "Coffee",
  amount: 3.5,
  type: "expense",
  refund: true,
  categoryId: 1,
  notes: "with Ana",
};

test("an export brings its categories, plans and transactions", () => {
  const plan = { kind: "plan", month: "2026-11", categoryId: 1, projected: 500 };
  const file = read({
    format: "coffer",
    version: 1,
    items: [COFFEE, plan, GROCERIES, { kind: "goal", id: 7 }],
  });
  expect(file).toMatchObject({
    source: "Coffer",
    categories: [{ name: "Groceries", type: "expense", group: "Everyday" }],
    plans: [{ category: "Groceries", type: "expense", month: "2026-11", projected: 50_000 }],
    unreadable: [],
  });
  expect(file.rows).toEqual([
    {
      line: 1,
      row: {
        date: "2026-11-05",
        description: "Coffee",
        amount: 350,
        type: "expense",
        refund: true,
        notes: "with Ana",
        category: "Groceries",
      },
    },
  ]);
});

test("items that were damaged are reported by their number", () => {
  const items = [
    GROCERIES,
    { ...COFFEE, date: "2026-02-30" },
    { ...COFFEE, amount: "3.50" },
    { ...COFFEE, type: "gift" },
    { kind: "plan", month: "2026-13", categoryId: 1, projected: 5 },
    null,
  ];
  expect(read({ format: "coffer", version: 1, items }).unreadable).toEqual([
    { line: 2, reason: "“2026-02-30” is not a date that exists." },
    { line: 3, reason: "This transaction has no amount or no type." },
    { line: 4, reason: "This transaction has no amount or no type." },
    { line: 5, reason: "This plan has no month or no amount." },
  ]);
});

test.each([
  [
    '{"format":"coffer","version":1,"items":[',
    "This file is not whole: its JSON ends early or is damaged. Export it once more.",
  ],
  ['{"a":1}', "This JSON file is not an export of Coffer."],
  [
    '{"format":"coffer","version":99,"items":[]}',
    "A newer Coffer wrote this export. Update Coffer to import it.",
  ],
])("%s is refused", (text, message) => {
  expect(() => read(text)).toThrow(message);
});
