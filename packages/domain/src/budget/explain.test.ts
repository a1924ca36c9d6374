import { describe, expect, test } from "vitest";
import { category, day, month, transaction } from "../../../test/fixtures.ts";
import { cents, minus } from "../money/money.ts";
import type { Transaction } from "../transaction/transaction.ts";
import { budgetId, deriveBudgets, overview, type Plan } from "./budget.ts";
import { summary } from "./dashboard.ts";
import { explain } from "./explain.ts";
import { EXPLAINED_CARDS, type Explained } from "./explained.ts";

const november = month("2026-11");
const categories = [category({ id: 1, type: "income" }), category({ id: 2 }), category({ id: 3 })];
const plan = (categoryId: number, projected: number): Plan => ({
  categoryId,
  month: november,
  projected: cents(projected),
});
const plans = [plan(1, 5_000), plan(2, 300), plan(3, 900)];
const moved = (id: number, categoryId: number, amount: number, more: Partial<Transaction> = {}) =>
  transaction({ id, categoryId, amount: cents(amount), ...more });
const transactions = [
  moved(1, 1, 4_000, { type: "income" }),
  moved(2, 2, 120, { date: day("2026-11-02") }),
  moved(3, 2, 20, { refund: true, date: day("2026-11-03") }),
  moved(4, 3, 800, { date: day("2026-11-01") }),
  moved(5, 2, 999, { date: day("2026-10-31") }),
];
const past = (text: string, actual: number) => ({
  month: month(text),
  budgets: [
    {
      id: budgetId(month(text), 2),
      categoryId: 2,
      month: month(text),
      projected: cents(50),
      actual: cents(actual),
    },
  ],
});
const facts = {
  month: november,
  categories,
  plans,
  transactions,
  resetAt: null,
  months: [past("2026-08", 0), past("2026-09", 100), past("2026-10", 300)],
  past: [],
  today: day("2026-11-20"),
};
const amounts = (explained: Explained, given: Parameters<typeof explain>[1] = facts) =>
  explain(explained, given).rows.map(({ amount }) => amount);

test("explains a category's actual with its transactions of the month, newest first", () => {
  const food = explain({ categoryIds: [2], part: "actual" }, facts);
  expect(food.amount).toBe(100);
  expect(food.rows.map((row) => [row.kind === "transaction" && row.transaction.id, row.amount])).toEqual([
    [3, -20],
    [2, 120],
  ]);
  expect(food.largest?.amount).toBe(120);
});

test("compares with the earlier months", () => {
  const food = explain({ categoryIds: [2], part: "actual" }, facts);
  expect(food.months.map((one) => [one.month, one.amount])).toEqual([
    ["2026-08", 0],
    ["2026-09", 100],
    ["2026-10", 300],
    ["2026-11", 100],
  ]);
  expect(food.usual).toBe(200);
  expect(explain({ categoryIds: [3], part: "actual" }, facts).usual).toBeNull();
});

test("compares the current month with earlier months up to the same day", () => {
  const october = { month: month("2026-10"), plans: [], resetAt: null };
  const bought = [
    moved(6, 2, 60, { date: day("2026-10-20") }),
    moved(7, 2, 500, { date: day("2026-10-21") }),
  ];
  const given = { ...facts, past: [{ ...october, transactions: bought }] };
  expect(explain({ categoryIds: [2], part: "actual" }, given).usualByNow).toBe(60);
  const over = { ...given, today: day("2026-12-01") };
  expect(explain({ categoryIds: [2], part: "actual" }, over).usualByNow).toBeNull();
});

describe("a card is explained with", () => {
  test("the expense plans, largest first: budget", () => {
    expect(amounts({ card: "budget" })).toEqual([900, 300]);
  });

  test("transactions of income categories: income", () =>
    expect(amounts({ card: "income" })).toEqual([4_000]));

  test("transactions of expense categories less refunds: expenses", () => {
    expect(amounts({ card: "expenses" })).toEqual([-20, 120, 800]);
  });

  test("all transactions, expenses negative: remaining", () => {
    expect(amounts({ card: "remaining" }).toSorted((a, b) => a - b)).toEqual([-800, -120, 20, 4_000]);
  });

  test.each(EXPLAINED_CARDS.filter((card) => card !== "to-spend" && card !== "balance" && card !== "line"))(
    "rows that add up to the card's amount: %s",
    (card) => {
      const budgets = deriveBudgets({ month: november, plans, transactions, resetAt: null });
      const inMonth = transactions.filter(({ date }) => date.startsWith("2026-11"));
      const totals = overview(categories, budgets);
      const cards = summary(categories, budgets, inMonth);
      const shown = {
        budget: cards.monthlyBudget,
        income: cards.income,
        expenses: cards.expenses,
        remaining: cards.remaining,
        "actual-income": totals.actualIncome,
        "actual-expenses": totals.actualExpenses,
        left: minus(cards.monthlyBudget, cards.expenses),
        "planned-income": totals.projectedIncome,
        "income-difference": minus(cards.income, totals.projectedIncome),
        "left-to-plan": minus(totals.projectedIncome, cards.monthlyBudget),
      };
      const { amount, rows } = explain({ card }, facts);
      expect(amount).toBe(shown[card]);
      expect(rows.reduce((total, row) => total + row.amount, 0)).toBe(amount);
    },
  );
});

test("explains a category's plan with the plan", () => {
  const planned = explain({ categoryIds: [2], part: "plan" }, facts);
  expect(planned.rows).toEqual([{ kind: "plan", amount: 300, plan: plans[1] }]);
  expect(planned.months.map(({ amount }) => amount)).toEqual([50, 50, 50, 300]);
});

test("explains the rest of a category's plan with the plan less its transactions", () => {
  expect(amounts({ categoryIds: [2], part: "difference" })).toEqual([300, 20, -120]);
  expect(explain({ categoryIds: [2], part: "difference" }, facts)).toMatchObject({
    amount: 200,
    months: [{ amount: 50 }, { amount: -50 }, { amount: -250 }, { amount: 200 }],
  });
});

test("explains a group's subtotals with the plans and the transactions of its categories", () => {
  expect(amounts({ categoryIds: [2, 3], part: "plan" })).toEqual([900, 300]);
  expect(amounts({ categoryIds: [2, 3], part: "actual" })).toEqual([-20, 120, 800]);
  expect(explain({ categoryIds: [2, 3], part: "difference" }, facts).amount).toBe(300);
});

test("explains an income's difference with the transactions less the plan", () => {
  expect(amounts({ categoryIds: [1], part: "difference" })).toEqual([-5_000, 4_000]);
});

test("omits transactions from before a reset, as the budget does", () => {
  const reset = { ...facts, resetAt: 2 };
  expect(explain({ categoryIds: [2], part: "actual" }, reset).amount).toBe(-20);
  expect(amounts({ card: "actual-expenses" }, reset)).toEqual([-20, 800]);
  expect(amounts({ card: "expenses" }, reset)).toEqual([-20, 120, 800]);
  expect(amounts({ categoryIds: [2], part: "spent" }, reset)).toEqual([-20, 120]);
});

test("explains an empty month without rows", () => {
  const empty = { ...facts, plans: [], transactions: [], months: [] };
  const nothing = {
    amount: 0,
    rows: [],
    months: [{ month: november, amount: 0 }],
    usual: null,
    usualByNow: null,
    largest: null,
  };
  expect(explain({ categoryIds: [2], part: "actual" }, empty)).toEqual(nothing);
});
