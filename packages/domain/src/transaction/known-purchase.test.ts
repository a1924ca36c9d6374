import { expect, test } from "vitest";
import { cents } from "../money/money.ts";
import { parseDay } from "../time/day.ts";
import { knownPurchases, purchaseNamed } from "./known-purchase.ts";
import type { Transaction } from "./transaction.ts";

let id = 0;
function bought(
  description: string,
  amount: number,
  date: string,
  rest: Partial<Transaction> = {},
): Transaction {
  id += 1;
  const day = parseDay(date);
  if (!day) throw new Error(`No such day: ${date}`);
  return {
    id,
    description,
    amount: cents(amount),
    date: day,
    type: "expense",
    categoryId: 1,
    notes: null,
    createdAt: id,
    ...rest,
  };
}

test("brings back the amount and category last used with a description", () => {
  const known = knownPurchases([
    bought("Corner Market", 1200, "2026-11-01"),
    bought("Corner Market", 1450, "2026-11-09", { categoryId: 7 }),
    bought("Corner Market", 900, "2026-10-30"),
  ]);
  expect(known).toEqual([{ description: "Corner Market", amount: 1450, categoryId: 7 }]);
});

test("knows a description whatever its case, spaces and punctuation", () => {
  const known = knownPurchases([bought("Trader Joe's", 4210, "2026-11-01")]);
  expect(purchaseNamed("  trader  JOE s", known)?.amount).toBe(4210);
  expect(purchaseNamed("trader", known)).toBeUndefined();
});

test("does not take a refund for what a purchase costs", () => {
  const known = knownPurchases([
    bought("Shoes", 8000, "2026-11-01"),
    bought("Shoes", 100, "2026-11-05", { refund: true }),
  ]);
  expect(purchaseNamed("Shoes", known)?.amount).toBe(8000);
});

test("knows nothing by a description without letters or digits", () => {
  expect(purchaseNamed(" - ", knownPurchases([bought("!", 1, "2026-11-01")]))).toBeUndefined();
});
