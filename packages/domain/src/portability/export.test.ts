import { expect, test } from "vitest";
import { cents } from "../money/money.ts";
import { AMERICAN, localeOf } from "../text/locale.ts";
import { toDay } from "../time/day.ts";
import { transactionsCsv } from "./export.ts";

const coffee = {
  id: 1,
  date: toDay(2026, 11, 5),
  description: "Coffee, black",
  amount: cents(350),
  type: "expense" as const,
  categoryId: 1,
  notes: null,
  createdAt: 0,
};

test("transactions have a category, a type and a signed amount", () => {
  const written = transactionsCsv(
    [coffee, { ...coffee, refund: true, notes: "-1" }, { ...coffee, type: "income", categoryId: 2 }],
    [{ id: 1, name: "Eating out" }],
    [],
    AMERICAN,
  );
  const expected = [
    "Date,Description,Category,Type,Amount,Notes",
    '2026-11-05,"Coffee, black",Eating out,Expense,-3.5,',
    '2026-11-05,"Coffee, black",Eating out,Refund,3.5,\'-1',
    '2026-11-05,"Coffee, black",,Income,3.5,',
    "",
  ];
  // Columns for later fields follow these.
  const lines = written.slice(1).split("\r\n");
  expect(lines.map((line, index) => line.slice(0, expected[index]?.length))).toEqual(expected);
});

test("transactions are written in the format of the reader's spreadsheet", () => {
  const shares = [
    { userId: 1, percent: 60 },
    { userId: 2, percent: 40 },
  ];
  const people = [
    { id: 1, firstName: "Ana" },
    { id: 2, firstName: "Ben" },
  ];
  const rows = [
    { ...coffee, paidBy: 2, shares },
    { ...coffee, description: "Tea; green", createdBy: 1 },
  ];
  const written = transactionsCsv(rows, [{ id: 1, name: "Eating out" }], people, localeOf("de-DE"));
  const [header = "", first = "", second = ""] = written.slice(1).split("\r\n");
  expect(header).toMatch(/^Date;Description;Category;Type;Amount;Notes;.*Paid by;Shares$/);
  expect(first).toMatch(/^2026-11-05;"Coffee, black";Eating out;Expense;-3,5;.*;Ben;"?Ana 60%, Ben 40%"?$/);
  expect(second).toMatch(/^2026-11-05;"Tea; green";Eating out;Expense;-3,5;.*;Ana;$/);
});
