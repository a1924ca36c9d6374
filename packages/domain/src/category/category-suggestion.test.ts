import { expect, test } from "vitest";
import type { ImportRow } from "../import/import-row.ts";
import { cents } from "../money/money.ts";
import { toDay } from "../time/day.ts";
import { categorySuggestions } from "./category-suggestion.ts";

const row = (description: string, changes: Partial<ImportRow> = {}): ImportRow => ({
  date: toDay(2026, 11, 5),
  description,
  amount: cents(350),
  type: "expense",
  ...changes,
});
const GROCERIES = { id: 1, name: "Groceries", type: "expense" as const };
const TRAVEL = { id: 2, name: "Travel", type: "expense" as const };
const SALARY = { id: 3, name: "Salary", type: "income" as const };
const categories = [GROCERIES, TRAVEL, SALARY];
const had = (description: string, { id }: { id: number }) => ({ description, categoryId: id });

test("the most frequent category of a description is suggested", () => {
  const history = [had("REWE", TRAVEL), had("rewe.", GROCERIES), had("Rewe", GROCERIES)];
  expect(categorySuggestions(categories, [], history)(row("REWE"))).toEqual({
    categoryId: GROCERIES.id,
    from: "description",
  });
});

test("shared words suggest a category if they agree", () => {
  const history = [
    had("REWE Markt 12", GROCERIES),
    had("REWE Berlin", GROCERIES),
    had("Bahn Berlin", TRAVEL),
  ];
  const suggest = categorySuggestions(categories, [], history);
  expect(suggest(row("REWE Hamburg 4711"))).toEqual({
    categoryId: GROCERIES.id,
    from: "words",
    because: "REWE",
  });
  expect(suggest(row("Zoo Berlin"))).toBeUndefined();
  expect(suggest(row("12 Kiosk"))).toBeUndefined();
});

test.each([
  ["Edeka Markt", "Markt"],
  ["MARKT", "MARKT"],
  ["Edeka Markt Berlin", undefined],
  ["Kartenzahlung Edeka Süd Markt", undefined],
  ["Dm sagt danke Markt Rewe", "Markt"],
])("a single shared word suggests a category only for short descriptions: %s", (description, because) => {
  const suggest = categorySuggestions(categories, [], [had("Rewe Markt", GROCERIES)]);
  const suggestion = suggest(row(description));
  expect(suggestion && "because" in suggestion ? suggestion.because : undefined).toBe(because);
});

test("a rule takes precedence over the history", () => {
  const suggest = categorySuggestions(
    categories,
    [{ id: 9, contains: "rewe", categoryId: TRAVEL.id }],
    [had("REWE", GROCERIES)],
  );
  expect(suggest(row("REWE"))).toEqual({ categoryId: TRAVEL.id, from: "rule" });
  expect(suggest(row("REWE", { category: "groceries" }))).toEqual({ categoryId: GROCERIES.id, from: "file" });
});

test("the history suggests no expense category for incoming money", () => {
  const suggest = categorySuggestions(categories, [], [had("Acme", GROCERIES), had("Acme", SALARY)]);
  expect(suggest(row("Acme", { type: "income" }))?.categoryId).toBe(SALARY.id);
});

test("a rule can make incoming money a refund of its category", () => {
  const rules = [{ id: 9, contains: "rewe", categoryId: GROCERIES.id }];
  expect(categorySuggestions(categories, rules, [])(row("REWE", { type: "income" }))?.categoryId).toBe(
    GROCERIES.id,
  );
  const wrong = [{ id: 9, contains: "rewe", categoryId: SALARY.id }];
  expect(categorySuggestions(categories, wrong, [])(row("REWE"))).toBeUndefined();
});

test("a deleted category is not suggested", () => {
  const suggest = categorySuggestions(
    categories,
    [{ id: 9, contains: "rewe", categoryId: 99 }],
    [{ description: "REWE", categoryId: 98 }],
  );
  expect(suggest(row("REWE"))).toBeUndefined();
});
