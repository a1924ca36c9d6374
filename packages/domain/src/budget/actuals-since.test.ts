import { expect, test } from "vitest";
import { cents } from "../money/money.ts";
import { AMERICAN } from "../text/locale.ts";
import { parseDay } from "../time/day.ts";
import { monthOf } from "../time/month.ts";
import type { Transaction } from "../transaction/transaction.ts";
import { actualsSince, actualsSinceText } from "./actuals-since.ts";
import { deriveBudgets } from "./budget.ts";
import { spending, summary } from "./dashboard.ts";

const month = monthOf(2026, 11) ?? expect.fail();
const date = parseDay("2026-11-05") ?? expect.fail();
const food = { id: 1, name: "Food", type: "expense", icon: "category", color: "blue" } as const;
const categories = [{ ...food, description: null }];
const spent = (amount: number, createdAt: number): Transaction => ({
  id: createdAt,
  description: "Market",
  amount: cents(amount),
  date,
  type: "expense",
  categoryId: food.id,
  notes: null,
  createdAt,
});

test("a reset affects only amounts that are compared with the plan", () => {
  const transactions = [spent(100, 1), spent(7, 3)];
  const budgets = deriveBudgets({ month, plans: [], transactions, resetAt: 2 });
  expect(actualsSince(budgets)).toBe(2);
  expect(budgets).toMatchObject([{ actual: 7 }]);
  expect(summary(categories, budgets, transactions)).toMatchObject({ expenses: 107 });
  expect(spending(categories, budgets, 6)).toMatchObject([{ amount: 7 }]);
});

test("counts everything without a reset", () => {
  const transactions = [spent(100, 1)];
  const budgets = deriveBudgets({ month, plans: [], transactions, resetAt: null });
  expect(actualsSince(budgets)).toBeNull();
  expect(summary(categories, budgets, transactions)).toMatchObject({ expenses: 100 });
});

test("shows the time of the reset in the user's time zone", () => {
  const resetAt = Date.UTC(2026, 10, 21, 19, 2);
  const sameYear = Date.UTC(2026, 11, 15);
  expect(actualsSinceText(resetAt, sameYear, "America/New_York", AMERICAN)).toBe(
    "Actuals count from Nov 21, 14:02",
  );
  expect(actualsSinceText(resetAt, Date.UTC(2027, 1, 1), "America/New_York", AMERICAN)).toBe(
    "Actuals count from Nov 21, 2026, 14:02",
  );
});
