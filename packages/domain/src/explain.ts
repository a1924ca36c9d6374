import type { Budget, Plan } from "./budget.ts";
import { countsAfter, history, overview } from "./budget.ts";
import type { Category } from "./category.ts";
import type { Id } from "./id.ts";
import type { Cents } from "./money.ts";
import { minus, sum, ZERO } from "./money.ts";
import type { Month } from "./month.ts";
import { monthOfDay } from "./month.ts";
import type { Transaction } from "./transaction.ts";
import { netAmount, newestFirst, signedAmount } from "./transaction.ts";

export const EXPLAINED_CARDS = ["budget", "income", "expenses", "remaining"] as const;
/** The number in question: a category's actual, or one of the dashboard's cards. */
export type Explained = { categoryId: Id } | { card: (typeof EXPLAINED_CARDS)[number] };

/** What a row adds to the number: a refund, or an expense within Remaining, takes its amount off. */
export type ExplainedRow =
  | { kind: "transaction"; amount: Cents; transaction: Transaction }
  | { kind: "plan"; amount: Cents; plan: Plan };

export type Explanation = {
  /** The sum of the rows. */
  amount: Cents;
  /** Transactions newest first, plans largest first. */
  rows: ExplainedRow[];
  months: { month: Month; amount: Cents }[];
  /** The mean of the months before; null where they hold nothing. */
  usual: Cents | null;
  largest: ExplainedRow | null;
};

/**
 * The rows that a month's number is the sum of, to the cent. `months` are those to compare with, oldest first and
 * the month itself last; `resetAt` is when the month's actuals were reset.
 */
export function explain(
  explained: Explained,
  facts: {
    month: Month;
    categories: readonly Category[];
    plans: readonly Plan[];
    transactions: readonly Transaction[];
    resetAt: number | null;
    months: readonly { month: Month; budgets: readonly Budget[] }[];
  },
): Explanation {
  const { month, categories } = facts;
  const rows = rowsOf(explained, facts);
  const amount = sum(rows.map((row) => row.amount));
  const earlier = facts.months
    .filter((one) => one.month < month)
    .map((one) => ({ month: one.month, amount: totalOf(explained, categories, one.budgets) }));
  return {
    amount,
    rows,
    months: [...earlier, { month, amount }],
    usual: history(earlier.map((one) => one.amount))?.mean ?? null,
    largest: rows.reduce<ExplainedRow | null>(
      (largest, row) => (largest && Math.abs(largest.amount) >= Math.abs(row.amount) ? largest : row),
      null,
    ),
  };
}

function rowsOf(explained: Explained, facts: Parameters<typeof explain>[1]): ExplainedRow[] {
  const { month, categories, plans, transactions, resetAt } = facts;
  const types = new Map(categories.map(({ id, type }) => [id, type]));
  if ("card" in explained && explained.card === "budget") {
    return plans
      .filter((plan) => plan.month === month && types.get(plan.categoryId) === "expense")
      .map((plan): ExplainedRow => ({ kind: "plan", amount: plan.projected, plan }))
      .sort((a, b) => b.amount - a.amount);
  }
  const isPart = ({ categoryId }: Transaction): boolean => {
    if (!("card" in explained)) return categoryId === explained.categoryId;
    if (explained.card === "remaining") return types.has(categoryId);
    return types.get(categoryId) === (explained.card === "income" ? "income" : "expense");
  };
  const effect = "card" in explained && explained.card === "remaining" ? signedAmount : netAmount;
  return transactions
    .filter((transaction) => monthOfDay(transaction.date) === month && countsAfter(resetAt, transaction))
    .filter(isPart)
    .sort(newestFirst)
    .map((transaction) => ({ kind: "transaction", amount: effect(transaction), transaction }));
}

function totalOf(explained: Explained, categories: readonly Category[], budgets: readonly Budget[]): Cents {
  if (!("card" in explained)) {
    return budgets.find(({ categoryId }) => categoryId === explained.categoryId)?.actual ?? ZERO;
  }
  const totals = overview(categories, budgets);
  switch (explained.card) {
    case "budget":
      return totals.projectedExpenses;
    case "income":
      return totals.actualIncome;
    case "expenses":
      return totals.actualExpenses;
    case "remaining":
      return minus(totals.actualIncome, totals.actualExpenses);
  }
}
