import { readBankFile } from "@coffer/bank-files/read";
import { importRow, matchedRow } from "@coffer/contract/import";
import type { Category } from "@coffer/domain/category/category";
import { toDay } from "@coffer/domain/time/day";
import * as v from "valibot";
import { expect, test } from "vitest";
import type { RowMatch } from "../api/imports.ts";
import { toImportedFile } from "./imported-file.ts";
import {
  decisionsIn,
  previewRows,
  rowsOf,
  rowsToSend,
  toMatch,
  turnOf,
  withChoices,
} from "./preview-rows.ts";

const REGISTER =
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"';
const SPLIT = [
  '"Bank","","2026-11-14","Shop","Everyday: Food","Everyday","Food","Split (1/2) fruit",$20.00,$0.00,"Cleared"',
  '"Bank","","2026-11-14","Shop","Home: Repairs","Home","Repairs","Split (2/2) ",$10.00,$0.00,"Cleared"',
  '"Bank","","2026-11-14","Shop","Home: Repairs","Home","Repairs","",$5.00,$0.00,"Cleared"',
];
const CATEGORIES = ["Food", "Repairs"].map(
  (name, index): Category => ({
    ...{ id: index + 1, name, type: "expense", description: null, icon: "category", color: "gray" },
  }),
);
const NEW: RowMatch = { state: "new", transactionId: null, by: null };

async function fileOf(lines: readonly string[]) {
  const bytes = new TextEncoder().encode([REGISTER, ...lines].join("\n"));
  const read = await readBankFile(
    { name: "ynab.csv", bytes },
    { today: toDay(2026, 11, 26), answers: { dateOrder: "ymd" } },
  );
  return toImportedFile(read, { currency: "USD", user: { id: 1, email: "ana@example.org" }, members: [] });
}

/** The proposed rows, given the server's match for each purchase. */
async function preview(matches: readonly RowMatch[], categories = CATEGORIES) {
  const files = [{ name: "ynab.csv", file: await fileOf(SPLIT) }];
  const found = rowsOf(files, categories, [], []);
  return { found, rows: previewRows(files, found, matches, []) };
}
const choices = { categories: new Map(), goals: new Map(), turned: new Set<string>() };
const decided = (rows: ReturnType<typeof previewRows>, turned = new Set<string>()) =>
  rows.map((row) => withChoices(row, { ...choices, turned }));
const sent = (rows: ReturnType<typeof previewRows>, turned?: Set<string>) =>
  rowsToSend(decided(rows, turned), CATEGORIES).map((row) => {
    const { amount, categoryId, tiesTo, lines } = v.parse(importRow, row);
    const ofLines = lines?.map((line) => [
      line.amount,
      line.categoryId,
      line.leaveOut ? "left out" : line.tiesTo,
    ]);
    return [amount, categoryId ?? tiesTo, ofLines];
  });

test("the rows of a split are sent as one purchase", async () => {
  const { found, rows } = await preview([NEW, NEW]);
  expect(toMatch(found).map(({ amount, lines }) => [amount, lines?.map((line) => line.amount)])).toEqual([
    [3000, [2000, 1000]],
    [500, undefined],
  ]);
  expect(
    toMatch(found).every((row) => v.is(matchedRow, { ...row, amount: row.amount / 100, lines: undefined })),
  ).toBe(true);
  expect(sent(rows)).toEqual([
    [
      3000,
      undefined,
      [
        [2000, 1, undefined],
        [1000, 2, undefined],
      ],
    ],
    [500, 2, undefined],
  ]);
});

test("a split that resembles a typed transaction is tied as a whole, or imported as a whole", async () => {
  const { rows } = await preview([{ state: "like", transactionId: 7, by: 1 }, NEW]);
  expect(sent(rows)[0]).toEqual([
    3000,
    7,
    [
      [2000, undefined, undefined],
      [1000, undefined, undefined],
    ],
  ]);
  expect(decisionsIn(decided(rows))).toEqual({ tied: 2, leftOut: 0 });
  const [first] = rows;
  const turned = new Set(first && first.state !== "unreadable" ? [turnOf(first)] : []);
  expect(decided(rows, turned).map(({ state }) => state)).toEqual(["new", "new", "new"]);
});

test("a split of which some lines exist is decided line by line", async () => {
  const lines = [
    { state: "here" as const, transactionId: 8 },
    { state: "new" as const, transactionId: null },
  ];
  const { rows } = await preview([{ ...NEW, lines }, NEW]);
  expect(rows.map(({ state }) => state)).toEqual(["here", "new", "new"]);
  const [, second] = rows;
  const turned = new Set(second && second.state !== "unreadable" ? [turnOf(second)] : []);
  expect(sent(rows, turned)[0]).toEqual([
    3000,
    undefined,
    [
      [2000, undefined, undefined],
      [1000, undefined, "left out"],
    ],
  ]);
});

test("a purchase that one file splits and another has as a total is imported once", async () => {
  const files = [
    { name: "ynab.csv", file: await fileOf(SPLIT) },
    {
      name: "again.csv",
      file: await fileOf([
        '"Bank","","2026-11-14","Shop","Everyday: Food","Everyday","Food","",$30.00,$0.00,"Cleared"',
      ]),
    },
  ];
  expect(rowsOf(files, CATEGORIES, [], []).map(({ row }) => row.amount)).toEqual([2000, 1000, 500]);
});
