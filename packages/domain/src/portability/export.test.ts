import { expect, test } from "vitest";
import { cents } from "../money/money.ts";
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

test("transactions are written with their category, their type and a sign", () => {
  const written = transactionsCsv(
    [coffee, { ...coffee, refund: true, notes: "-1" }, { ...coffee, type: "income", categoryId: 2 }],
    [{ id: 1, name: "Eating out" }],
  );
  const expected = [
    "Date,Description,Category,Type,Amount,Notes",
    '2026-11-05,"Coffee, black",Eating out,Expense,-3.5,',
    '2026-11-05,"Coffee, black",Eating out,Refund,3.5,\'-1',
    '2026-11-05,"Coffee, black",,Income,3.5,',
    "",
  ];
  // What people add to a transaction besides has columns behind these.
  const lines = written.slice(1).split("\r\n");
  expect(lines.map((line, index) => line.slice(0, expected[index]?.length))).toEqual(expected);
});
