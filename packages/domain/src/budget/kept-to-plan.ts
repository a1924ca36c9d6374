import type { Category } from "../category/category.ts";
import { minus, ZERO } from "../money/money.ts";
import type { Budget } from "./budget.ts";

export function keptToPlan(categories: readonly Category[], budgets: readonly Budget[]) {
  const planned = categories
    .filter(({ type }) => type === "expense")
    .flatMap((category) => {
      const { projected, actual } = budgets.find(({ categoryId }) => categoryId === category.id) ?? {};
      return projected ? [{ category, left: minus(projected, actual ?? ZERO) }] : [];
    });
  const kept = planned.filter(({ left }) => left >= 0);
  const best = kept.filter(({ left }) => left > 0).toSorted((a, b) => b.left - a.left)[0];
  return { planned: planned.length, kept: kept.length, best };
}
