import { cents } from "@coffer/domain/money/money";
import { type Details, details } from "@coffer/domain/transaction/details";
import { expect, test } from "vitest";
import { category, day } from "../../../packages/test/fixtures.ts";
import { NEW_ROW, type RowMatch } from "../api/imports.ts";
import type { ImportedRow } from "./imported-file.ts";
import {
  type NamedFile,
  previewRows,
  type ReadableRow,
  rowsOf,
  rowsToSend,
  withChoices,
} from "./preview-rows.ts";

const CATEGORIES = [
  category({ id: 1, name: "Bank" }),
  category({ id: 2, name: "Fun" }),
  category({ id: 3, name: "Pay", type: "income" }),
];
const RULES = [
  { id: 1, contains: "card", categoryId: 1 },
  { id: 2, contains: "netflix", categoryId: 2 },
  { id: 3, contains: "payment", categoryId: 3 },
];

const row = (description: string, amount: number, given: Partial<ImportedRow> = {}): ImportedRow => ({
  date: day("2026-11-20"),
  description,
  amount: cents(Math.abs(amount)),
  type: amount < 0 ? "expense" : "income",
  ...given,
});

const file = (name: string, rows: readonly ImportedRow[]): NamedFile => ({
  name,
  file: {
    source: "CSV",
    account: null,
    rows: rows.map((row, line) => ({ id: `${line}.0`, line, row })),
    ...{ foreign: [], unreadable: [], leftOut: [], notices: [], categories: [], plans: [] },
  },
});

const NOTHING = { categories: new Map(), goals: new Map(), turned: new Set<string>() };

function previewed(files: readonly NamedFile[], matches: readonly RowMatch[] = []): ReadableRow[] {
  const rows = previewRows(files, rowsOf(files, CATEGORIES, RULES, []), matches, []);
  return rows.map((one) => withChoices(one, NOTHING)).filter((one) => one.state !== "unreadable");
}

test("files of the same name get different names", () => {
  const files = ["export.csv", "export.csv", "card.csv"].map((name, index) =>
    file(name, [row(`Shop ${index}`, -1)]),
  );
  const sent = rowsToSend(previewed(files), CATEGORIES);
  expect(sent.map(({ file }) => file)).toEqual(["export.csv", "export.csv (2)", "card.csv"]);
});

test.each<[string, readonly NamedFile[], ReadableRow["state"]]>([
  [
    "in two files",
    [file("bank.csv", [row("Card", -80)]), file("card.csv", [row("Payment", 80)])],
    "to-review",
  ],
  ["in one file", [file("bank.csv", [row("Card", -80), row("Payment", 80)])], "new"],
  [
    "in two files of one account",
    [
      file("october.csv", [row("Card", -80, { account: "A" })]),
      file("november.csv", [row("Payment", 80, { account: "A" })]),
    ],
    "new",
  ],
  ["of other amounts", [file("bank.csv", [row("Card", -80)]), file("card.csv", [row("Payment", 81)])], "new"],
  [
    "whose categories the files name",
    [
      file("bank.csv", [row("Card", -80, { category: "Fun" })]),
      file("card.csv", [row("Payment", 80, { category: "Pay" })]),
    ],
    "new",
  ],
])("two rows that may be halves of a transfer, %s, are %3$s", (_, files, state) => {
  expect(previewed(files).map((one) => one.state)).toEqual([state, state]);
});

test("a row that may be a payment due, or half of a transfer with an existing row, goes to review", () => {
  const files = [file("bank.csv", [row("Netflix", -999), row("Card 1", -1), row("Card 2", -2)])];
  const due = { subscriptionId: 7, name: "Netflix", date: day("2026-11-27") };
  const found = previewed(files, [{ ...NEW_ROW, due }, { ...NEW_ROW, transferOf: 9 }, NEW_ROW]);
  expect(found.map(({ state }) => state)).toEqual(["to-review", "to-review", "new"]);
  expect(rowsToSend(found, CATEGORIES).map(({ categoryId }) => categoryId)).toEqual([
    undefined,
    undefined,
    1,
  ]);
  const [first] = found;
  const chosen = { ...NOTHING, categories: new Map([[first?.key ?? "", 2]]) };
  expect(first && withChoices(first, chosen)).toMatchObject({ state: "new", categoryId: 2 });
});

test.each<[string, Partial<ImportedRow>]>([
  ["a row", {}],
  ["a split", { split: { of: "1" } }],
])("every detail of a transaction that a file has is sent with %s", (_, given) => {
  const names = Object.keys(details.fields);
  // Any value does: it is not read here.
  const told = Object.fromEntries(names.map((name) => [name, 1])) as Details;
  const rows = [row("Market", -1, { ...told, ...given }), row("Market", -2, { ...told, ...given })];
  for (const sent of rowsToSend(previewed([file("coffer.json", rows)]), CATEGORIES))
    expect(Object.keys(sent)).toEqual(expect.arrayContaining(names));
});
