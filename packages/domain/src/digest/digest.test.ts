import { describe, expect, test } from "vitest";
import { budget, category, day, goal, subscription, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { digestFacts } from "./digest.ts";

const nothing = {
  user: { firstName: "Ana", currency: "EUR" as const },
  home: null,
  balance: [],
  others: null,
  notices: [],
  today: day("2026-11-21"),
  categories: [
    category({ id: 1, type: "income" }),
    category({ id: 2, name: "Food" }),
    category({ id: 3, name: "Fun" }),
  ],
  transactionsYesterday: [],
  budgetsThisMonth: [],
  goals: [],
  subscriptions: [],
  toSpend: { amount: cents(1), perDay: cents(2), days: 3, until: day("2026-11-30") },
};

test("has empty facts for a user without data", () => {
  expect(digestFacts(nothing)).toEqual({
    day: "2026-11-21",
    firstName: "Ana",
    currency: "EUR",
    home: null,
    balance: [],
    others: null,
    notices: [],
    yesterday: { day: "2026-11-20", total: 0, rows: [] },
    month: { projected: 0, spent: 0, income: 0, toSpend: 1, perDay: 2, days: 3, until: "2026-11-30" },
    over: [],
    due: [],
    goals: [],
  });
});

describe("yesterday", () => {
  const spent = (id: number, date: string, amount: number, more = {}) =>
    transaction({ id, date: day(date), amount: cents(amount), categoryId: 2, ...more });

  test("lists the expenses of the day before, largest first, without income or other days", () => {
    const transactionsYesterday = [
      spent(1, "2026-11-20", 500),
      spent(2, "2026-11-20", 900, { description: "Market", categoryId: 3 }),
      spent(3, "2026-11-20", 100_000, { type: "income", categoryId: 1 }),
      spent(4, "2026-11-21", 700),
    ];
    expect(digestFacts({ ...nothing, transactionsYesterday }).yesterday).toEqual({
      day: "2026-11-20",
      total: 1400,
      rows: [
        { description: "Market", categoryId: 3, category: "Fun", amount: 900 },
        { description: "Something", categoryId: 2, category: "Food", amount: 500 },
      ],
    });
  });

  test("subtracts refunds from the total", () => {
    const transactionsYesterday = [
      spent(1, "2026-11-20", 200, { refund: true, description: "Returned shoes" }),
      spent(2, "2026-11-20", 500),
    ];
    expect(digestFacts({ ...nothing, transactionsYesterday }).yesterday).toMatchObject({
      total: 300,
      rows: [{ amount: 500 }, { description: "Returned shoes", amount: -200 }],
    });
  });

  test("is in the previous month on the first of a month", () => {
    const facts = digestFacts({
      ...nothing,
      today: day("2026-12-01"),
      transactionsYesterday: [spent(1, "2026-11-30", 500)],
    });
    expect(facts.yesterday.total).toBe(500);
    expect(facts.month).toMatchObject({ spent: 0 });
  });
});

describe("the month so far", () => {
  test("has the amount to spend, plan and spending", () => {
    const { month } = digestFacts({ ...nothing, budgetsThisMonth: [budget(2, 10_000, 9_095)] });
    expect(month).toMatchObject({ projected: 10_000, spent: 9_095, toSpend: 1, perDay: 2 });
  });

  test("lists categories over plan, the worst first", () => {
    const budgetsThisMonth = [budget(1, 10, 99), budget(2, 100, 101), budget(3, 100, 150)];
    expect(digestFacts({ ...nothing, budgetsThisMonth }).over).toEqual([
      { categoryId: 3, category: "Fun", projected: 100, actual: 150, carried: 0, by: 50 },
      { categoryId: 2, category: "Food", projected: 100, actual: 101, carried: 0, by: 1 },
    ]);
    const carried = [
      { ...budget(3, 100, 150), carried: cents(40) },
      { ...budget(2, 100, 150), carried: cents(50) },
    ];
    expect(digestFacts({ ...nothing, budgetsThisMonth: carried }).over).toEqual([
      { categoryId: 3, category: "Fun", projected: 100, actual: 150, carried: 40, by: 10 },
    ]);
  });
});

test.each([
  ["overdue", "2026-11-19", 3, "Overdue"],
  ["today", "2026-11-21", 0, "Today"],
  ["on the first day of its notice period", "2026-11-28", 7, "7 days"],
  ["within a week, but before its notice period", "2026-11-28", 1, undefined],
  ["within a longer notice period", "2026-12-05", 14, "14 days"],
  ["after a week and before its notice period", "2026-11-29", 3, undefined],
])("lists payments due: %s", (_rule, next, notifyBeforeDays, when) => {
  const sub = subscription({ nextPaymentDate: day(next), notifyBeforeDays });
  const { due } = digestFacts({ ...nothing, subscriptions: [sub, { ...sub, active: false }] });
  expect(due).toEqual(
    when === undefined ? [] : [{ id: sub.id, name: "Newspaper", amount: 1000, day: next, when }],
  );
});

test("excludes recurring income from the payments due", () => {
  const pay = subscription({ nextPaymentDate: nothing.today, type: "income" });
  expect(digestFacts({ ...nothing, subscriptions: [pay] }).due).toEqual([]);
});

test("lists goals in progress and whether they are behind", () => {
  const goals = [goal({ currentAmount: cents(100_00) }), goal({ status: "completed" })];
  expect(digestFacts({ ...nothing, goals }).goals).toEqual([
    {
      id: 1,
      name: "Bicycle",
      current: 10_000,
      target: 100_000,
      percentage: 10,
      timeLeft: "40 days left",
      behind: true,
    },
  ]);
});
