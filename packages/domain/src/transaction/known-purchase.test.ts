import { expect, test } from "vitest";
import { cents } from "../money/money.ts";
import { parseDay } from "../time/day.ts";
import { knownPurchases, likelyPurchases, purchaseNamed, purchasesWith } from "./known-purchase.ts";
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

test("returns the amount and category last used with a description", () => {
  const known = knownPurchases([
    bought("Corner Market", 1200, "2026-11-01"),
    bought("Corner Market", 1450, "2026-11-09", { categoryId: 7 }),
    bought("Corner Market", 900, "2026-10-30"),
  ]);
  expect(known).toEqual([{ description: "Corner Market", amount: 1450, categoryId: 7 }]);
});

test.each([
  ["rewe city", 1],
  ["CITY rewe", 1],
  ["rewe berlin", undefined],
  ["rewe", undefined],
  ["rewe citi", undefined],
  ["żabka kraków", 3],
  ["ZABKA KRAKOW", 3],
])("some of its words find a known purchase: %j", (text, categoryId) => {
  const known = [
    { description: "REWE CITY MARKT 123 BERLIN", amount: cents(1), categoryId: 1 },
    { description: "Rewe Berlin Getränke", amount: cents(2), categoryId: 2 },
    { description: "Żabka Z1234 Kraków", amount: cents(3), categoryId: 3 },
  ];
  expect(purchaseNamed(text, known)?.categoryId).toBe(categoryId);
});

test("ignores case, spaces and punctuation", () => {
  const known = knownPurchases([bought("Trader Joe's", 4210, "2026-11-01")]);
  expect(purchaseNamed("  trader  JOE s", known)?.amount).toBe(4210);
  expect(purchaseNamed("trader", known)).toBeUndefined();
});

test("ignores refunds", () => {
  const known = knownPurchases([
    bought("Shoes", 8000, "2026-11-01"),
    bought("Shoes", 100, "2026-11-05", { refund: true }),
  ]);
  expect(purchaseNamed("Shoes", known)?.amount).toBe(8000);
});

test("finds nothing without letters or digits", () => {
  expect(purchaseNamed(" - ", knownPurchases([bought("!", 1, "2026-11-01")]))).toBeUndefined();
});

test("finds a purchase by any of its words", () => {
  const known = knownPurchases([
    bought("REWE SAGT DANKE 4711 City", 1200, "2026-11-01"),
    bought("Bakery", 300, "2026-11-02"),
  ]);
  expect(purchasesWith("rewe city", known).map(({ amount }) => amount)).toEqual([1200]);
  expect(purchasesWith("city bak", known)).toEqual([]);
});

test("offers purchases of this hour first, then the newest", () => {
  const history = [
    bought("Lunch", 1100, "2026-11-02"),
    bought("Coffee", 300, "2026-11-02"),
    bought("Bread", 250, "2026-11-01"),
    bought("Cinema", 1500, "2026-11-03"),
  ];
  const moments: Record<string, { weekday: number; hour: number }> = {
    Lunch: { weekday: 1, hour: 12 },
    Coffee: { weekday: 1, hour: 8 },
    Bread: { weekday: 0, hour: 9 },
    Cinema: { weekday: 2, hour: 20 },
  };
  const at = (hour: number) =>
    likelyPurchases(
      history,
      { weekday: 1, hour },
      ({ description }) => moments[description] ?? expect.fail(),
    ).map(({ description }) => description);
  expect(at(8)).toEqual(["Coffee", "Bread", "Cinema", "Lunch"]);
  expect(at(12)).toEqual(["Lunch", "Cinema", "Coffee", "Bread"]);
});
