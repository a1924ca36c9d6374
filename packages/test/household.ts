import { cents } from "../domain/src/money/money.ts";
import { lastMonths, previousMonth } from "../domain/src/time/month.ts";
import { budget, category, day, goal, month, subscription } from "./fixtures.ts";

const november = month("2026-11");
/** Facts for tips in the middle of November 2026. One category is over its plan, and another soon will be. */
export const household = {
  month: november,
  today: day("2026-11-15"),
  categories: [
    category({ id: 1, name: "Salary", type: "income" }),
    category({ id: 2, name: "Rent" }),
    category({ id: 3, name: "Food" }),
    category({ id: 4, name: "Fun 2" }),
    category({ id: 5, name: "Never used" }),
  ],
  budgets: [
    budget(1, 5_000_00, 5_000_00),
    budget(2, 1_500_00, 1_500_00),
    budget(3, 400_00, 300_00),
    budget(4, 100_00, 120_00),
  ],
  history: lastMonths(previousMonth(november), 2).map((past, n) => ({
    month: past,
    budgets: [
      { categoryId: 2, actual: cents(1_500_00) },
      { categoryId: 3, actual: cents(n === 0 ? 300_00 : 500_00) },
    ],
  })),
  subscriptions: [
    subscription({ nextPaymentDate: day("2026-11-16") }),
    subscription({ nextPaymentDate: day("2026-12-16") }),
  ],
  toSpend: { amount: cents(80_00), perDay: cents(5_00), days: 16 },
  goals: [goal({ targetDate: day("2026-12-01"), currentAmount: cents(781_23) })],
};
