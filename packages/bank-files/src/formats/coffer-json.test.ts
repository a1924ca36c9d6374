import { parseDay } from "@coffer/domain/time/day";
import { expect, test } from "vitest";
import { readBankFile } from "../read.ts";

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
  paidBy: 9,
  goalId: 7,
};

function read(value: object) {
  const today = parseDay("2026-11-21");
  if (!today) throw new Error("no day");
  return readBankFile(
    { name: "coffer.json", bytes: new TextEncoder().encode(JSON.stringify(value)) },
    { today },
  );
}

test("an export keeps refunds, payers and goals", async () => {
  const plan = { kind: "plan", month: "2026-11", categoryId: 1, projected: 500 };
  const file = await read({
    format: "coffer",
    version: 3,
    people: [{ id: 9, email: "ben@example.com" }],
    items: [COFFEE, plan, GROCERIES, { kind: "goal", id: 7, name: "Espresso machine" }],
  });
  expect(file).toMatchObject({
    program: "Coffer",
    categories: [{ name: "Groceries", type: "expense", group: "Everyday" }],
    plans: [{ category: "Groceries", type: "expense", month: "2026-11", projected: 50_000 }],
    rows: [
      {
        line: 1,
        date: "2026-11-05",
        description: "Coffee",
        amount: 350,
        refund: true,
        notes: "with Ana",
        category: "Groceries",
        paidBy: { id: 9, email: "ben@example.com" },
        goal: "Espresso machine",
      },
    ],
  });
});

test("damaged items are reported by their number", async () => {
  const items = [GROCERIES, { ...COFFEE, date: "2026-02-30" }, { ...COFFEE, amount: "much" }, COFFEE];
  const file = await read({ format: "coffer", version: 1, items });
  expect(file.rows).toHaveLength(1);
  expect(file.leftOut.map(({ line, unreadable }) => [line, unreadable])).toEqual([
    [2, true],
    [3, true],
  ]);
});

test("an export of a newer Coffer is refused", async () => {
  await expect(read({ format: "coffer", version: 99, items: [] })).rejects.toThrow(
    "A newer Coffer wrote this export.",
  );
});
