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
  expect(written.slice(1).split("\r\n")).toEqual([
    "Date,Description,Category,Type,Amount,Notes",
    '2026-11-05,"Coffee, black",Eating out,Expense,-3.5,',
    '2026-11-05,"Coffee, black",Eating out,Refund,3.5,\'-1',
    '2026-11-05,"Coffee, black",,Income,3.5,',
    "",
  ]);
});
