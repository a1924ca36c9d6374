import { expect, test } from "vitest";
import { cents } from "../money/money.ts";
import { type Day, parseDay } from "../time/day.ts";
import type { BankRow } from "./like.ts";
import { type NamedSettlement, settledRows } from "./settled-rows.ts";

const day = (text: string): Day => parseDay(text) ?? expect.fail();
const row = (description: string, signed: number, date = "2026-11-05"): BankRow => ({
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

const cases: [string, BankRow[], NamedSettlement[], (number | undefined)[]][] = [
  ["what came in", [row("Ausgleich", 891_83)], [settled(7, 891_83)], [7]],
  ["what went out of the other's account", [row("Haushalt Oktober", -891_83)], [settled(7, 891_83)], [7]],
  ["once for each account", [row("Jonas", 50_00), row("Mia", -50_00)], [settled(7, 50_00)], [7, 7]],
  ["another amount", [row("Ausgleich", 891_84)], [settled(7, 891_83)], [undefined]],
  ["five days later", [row("Ausgleich", 50_00, "2026-11-09")], [settled(7, 50_00)], [undefined]],
  [
    "the one that names the other",
    [row("REWE", -50_00), row("Mia Weber", -50_00)],
    [settled(7, 50_00)],
    [undefined, 7],
  ],
  [
    "neither of two that could be it",
    [row("REWE", -50_00), row("Aral", -50_00)],
    [settled(7, 50_00)],
    [undefined, undefined],
  ],
  ["what a rule knows", [row("Ruled", -50_00)], [settled(7, 50_00)], [undefined]],
  [
    "two of one amount, each its own",
    [row("Mia", 50_00, "2026-11-07"), row("Mia", 50_00)],
    [settled(7, 50_00), settled(8, 50_00, "2026-11-07")],
    [8, 7],
  ],
  [
    "a second row of one settlement",
    [row("Mia", 50_00), row("Mia", 50_00)],
    [settled(7, 50_00)],
    [7, undefined],
  ],
];

test.each(cases)("knows a row as the settlement recorded: %s", (_, rows, settlements, expected) => {
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
])("is sure of a row by its text alone: %s is %s", (description, isNamed) => {
  const found = settledRows([row(description, -891_83)], [0], [settled(7, 891_83)], () => false);
  expect(found.get(0)).toEqual({ id: 7, isNamed });
});
