import { type Caller, UNKNOWN_DEVICE } from "../core/src/access.ts";
import type { GoalDraft } from "../core/src/goal/goals.ts";
import type { SubscriptionDraft } from "../core/src/subscription/subscriptions.ts";
import type { User } from "../domain/src/account/user.ts";
import { type Budget, budgetId } from "../domain/src/budget/budget.ts";
import type { Category } from "../domain/src/category/category.ts";
import type { Goal } from "../domain/src/goal/goal.ts";
import { cents, ZERO } from "../domain/src/money/money.ts";
import type { Subscription } from "../domain/src/subscription/subscription.ts";
import { type Day, parseDay } from "../domain/src/time/day.ts";
import { type Month, parseMonth } from "../domain/src/time/month.ts";
import type { Transaction } from "../domain/src/transaction/transaction.ts";

// Values from literals, and complete entities for which a test states only what matters to it.

/** An environment without mail and notifications. */
export const quiet = {
  origin: "http://coffer.test",
  afterwards: async () => {},
  securityLog: () => undefined,
};

export function day(text: string): Day {
  return parseDay(text) ?? fail(text);
}

export function month(text: string): Month {
  return parseMonth(text) ?? fail(text);
}

export function user(given: Partial<User> & { id: number }): User {
  const blank: Omit<User, "id"> = {
    firstName: "Ana",
    lastName: `Owner ${given.id}`,
    email: `ana${given.id}@example.com`,
    phone: "555-0100",
    isAdmin: false,
    emailVerified: true,
    emailNotifications: false,
    notificationTime: "09:00",
    frequency: "daily",
    weekday: 1,
    timeZone: "America/New_York",
    currency: "USD",
    ledgerCurrency: null,
    aiRecommendations: true,
    notifications: true,
    notify: {},
    notifyBy: "product",
    hasLedger: true,
    homeBudget: null,
    spendUntil: "month-end",
  };
  return { ...blank, ...given };
}

/** A person who signed in at an instant. */
export function caller(given: Partial<User> & { id: number }, at = 0): Caller {
  const times = { createdAt: at, lastSeen: at, passwordGivenAt: at };
  const session = {
    id: "s",
    userId: given.id,
    sessionVersion: 1,
    remember: false,
    ...times,
    device: UNKNOWN_DEVICE,
  };
  return { user: user(given), session, share: null };
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

/** A budget in November 2026, with amounts in cents. */
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

/** A goal without the fields that a person does not fill in. */
export function goalDraft(given: Partial<GoalDraft> = {}): GoalDraft {
  const { id: _, currentAmount: _current, status: _status, ...draft } = goal();
  return { ...draft, ...given };
}

/** A subscription without the fields that a person does not fill in. */
export function subscriptionDraft(given: Partial<SubscriptionDraft> = {}): SubscriptionDraft {
  const { id: _, nextPaymentDate: _next, ...draft } = subscription();
  return { ...draft, ...given };
}

function fail(text: string): never {
  throw new Error(`A test has a typing error: ${text}`);
}
