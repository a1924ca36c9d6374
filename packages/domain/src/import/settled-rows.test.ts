import { expect, test } from "vitest";
import { cents } from "../money/money.ts";
import { type Day, parseDay } from "../time/day.ts";
import type { ImportRow } from "./import-row.ts";
import { type NamedSettlement, settledRows } from "./settled-rows.ts";

const day = (text: string): Day => parseDay(text) ?? expect.fail();
const row = (description: string, signed: number, date = "2026-11-05"): ImportRow => ({
  description,
  amount: cents(Math.abs(signed)),
  date: day(date),
  type: signed > 0 ? "income" : "expense",
});
const settled = (id: number, amount: number, date = "2026-11-04"): NamedSettlement => ({
  id,
  from: 2,
  to: 1,
  amount: cents(amount),
  date: day(date),
  names: "Jonas Weber Mia Weber",
});

const cases: [string, ImportRow[], NamedSettlement[], (number | undefined)[]][] = [
  ["money received", [row("Ausgleich", 891_83)], [settled(7, 891_83)], [7]],
  [
    "money paid from the other person's account",
    [row("Haushalt Oktober", -891_83)],
    [settled(7, 891_83)],
    [7],
  ],
  ["one row for each account", [row("Jonas", 50_00), row("Mia", -50_00)], [settled(7, 50_00)], [7, 7]],
  ["not another amount", [row("Ausgleich", 891_84)], [settled(7, 891_83)], [undefined]],
  ["not five days later", [row("Ausgleich", 50_00, "2026-11-09")], [settled(7, 50_00)], [undefined]],
  [
    "the row that names the other person",
    [row("REWE", -50_00), row("Mia Weber", -50_00)],
    [settled(7, 50_00)],
    [undefined, 7],
  ],
  [
    "neither of two equal candidates",
    [row("REWE", -50_00), row("Aral", -50_00)],
    [settled(7, 50_00)],
    [undefined, undefined],
  ],
  ["not a row with a rule", [row("Ruled", -50_00)], [settled(7, 50_00)], [undefined]],
  [
    "two of the same amount by date",
    [row("Mia", 50_00, "2026-11-07"), row("Mia", 50_00)],
    [settled(7, 50_00), settled(8, 50_00, "2026-11-07")],
    [8, 7],
  ],
  [
    "not a second row of one settlement",
    [row("Mia", 50_00), row("Mia", 50_00)],
    [settled(7, 50_00)],
    [7, undefined],
  ],
];

test.each(cases)("matches a row with a recorded settlement: %s", (_, rows, settlements, expected) => {
  const found = settledRows(
    rows,
    [...rows.keys()],
    settlements,
    ({ description }) => description === "Ruled",
  );
  expect(rows.map((_, index) => found.get(index)?.id)).toEqual(expected);
});

test.each([
  ["Ausgleich", true],
  ["Jonas W.", true],
  ["Haushalt Oktober", false],
  ["IKEA", false],
])("the text %s names the settlement: %s", (description, isNamed) => {
  const found = settledRows([row(description, -891_83)], [0], [settled(7, 891_83)], () => false);
  expect(found.get(0)).toEqual({ id: 7, isNamed });
});
