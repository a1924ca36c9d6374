import type { Budget } from "../src/budget.ts";
import { budgetId } from "../src/budget.ts";
import type { Category } from "../src/category.ts";
import type { Day } from "../src/day.ts";
import { parseDay } from "../src/day.ts";
import type { Goal } from "../src/goal.ts";
import { cents, ZERO } from "../src/money.ts";
import type { Month } from "../src/month.ts";
import { parseMonth } from "../src/month.ts";
import type { Subscription } from "../src/subscription.ts";
import type { Transaction } from "../src/transaction.ts";

// The one home of fixtures' plain values: from literals, or whole entities of which a test states what matters.

export function day(text: string): Day {
  return parseDay(text) ?? fail(text);
}

export function month(text: string): Month {
  return parseMonth(text) ?? fail(text);
}

export function category(given: Partial<Category> & { id: number }): Category {
  const blank: Omit<Category, "id"> = {
    name: `Category ${given.id}`,
    description: null,
    icon: "category",
    color: "blue",
    type: "expense",
  };
  return { ...blank, ...given };
}

export function transaction(given: Partial<Transaction> & { id: number }): Transaction {
  const blank: Omit<Transaction, "id"> = {
    description: "Something",
    amount: cents(1_00),
    date: day("2026-11-10"),
    type: "expense",
    categoryId: 1,
    notes: null,
    createdAt: given.id,
  };
  return { ...blank, ...given };
}

/** Of November 2026; amounts in cents. */
export function budget(categoryId: number, projected: number, actual = 0): Budget {
  const november = month("2026-11");
  const id = budgetId(november, categoryId);
  return { id, categoryId, month: november, projected: cents(projected), actual: cents(actual) };
}

export function goal(given: Partial<Goal> = {}): Goal {
  return {
    id: 1,
    name: "Bicycle",
    description: null,
    targetAmount: cents(1_000_00),
    currentAmount: ZERO,
    startDate: day("2026-01-01"),
    targetDate: day("2026-12-31"),
    categoryId: null,
    icon: "savings",
    color: "green",
    status: "in-progress",
    ...given,
  };
}

export function subscription(given: Partial<Subscription> = {}): Subscription {
  return {
    id: 1,
    name: "Newspaper",
    amount: cents(10_00),
    frequency: "monthly",
    startDate: day("2026-01-15"),
    endDate: null,
    nextPaymentDate: day("2026-11-15"),
    categoryId: 1,
    notifyBeforeDays: 3,
    autoCreateTransaction: false,
    active: true,
    description: null,
    website: null,
    notes: null,
    ...given,
  };
}

function fail(text: string): never {
  throw new Error(`A test has a typing error: ${text}`);
}
