import type { Category } from "../category/category.ts";
import { type Cents, minus } from "../money/money.ts";
import type { Day } from "../time/day.ts";
import { daysToCome, type Month } from "../time/month.ts";
import { type Budget, leftPerDay, overview } from "./budget.ts";

/** What a month's plan leaves to spend. */
export type LeftToSpend = {
  planned: Cents;
  spent: Cents;
  /** Negative once more is spent than planned. */
  left: Cents;
  /** Days still to come, today included; 0 for a past month. */
  days: number;
  /** 0 once nothing, or no day, is left. */
  perDay: Cents;
};

export function leftToSpend(
  { month, today }: { month: Month; today: Day },
  categories: readonly Category[],
  budgets: readonly Budget[],
): LeftToSpend {
  const { projectedExpenses: planned, actualExpenses: spent } = overview(categories, budgets);
  const left = minus(planned, spent);
  const days = daysToCome(month, today);
  return { planned, spent, left, days, perDay: leftPerDay(left, days) };
}

/** The expense categories that have spent more than their plan, and by how much; the largest first. */
export function overspent(
  categories: readonly Category[],
  budgets: readonly Budget[],
): { category: Category; by: Cents }[] {
  return categories
    .filter(({ type }) => type === "expense")
    .flatMap((category) => {
      const { projected, actual } = budgets.find(({ categoryId }) => categoryId === category.id) ?? {};
      return projected && actual && actual > projected ? [{ category, by: minus(actual, projected) }] : [];
    })
    .sort((a, b) => b.by - a.by);
}
