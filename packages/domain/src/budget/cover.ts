import type { Category } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, minus, ZERO } from "../money/money.ts";
import type { Budget } from "./budget.ts";

/** A category that could give some of its plan, and what is left of it. */
type Offer = { category: Category; left: Cents };

/** By how much an expense category is over its plan, and the others that have something left, the most first. */
export function coverFor(
  id: Id,
  categories: readonly Category[],
  budgets: readonly Budget[],
): { shortfall: Cents; offers: Offer[] } {
  const left = new Map(
    budgets.map(({ categoryId, projected, actual }) => [categoryId, minus(projected, actual)]),
  );
  const offers = categories
    .filter((category) => category.type === "expense" && !category.archived && category.id !== id)
    .map((category) => ({ category, left: left.get(category.id) ?? ZERO }))
    .filter((offer) => offer.left > 0)
    .sort((a, b) => b.left - a.left);
  return { shortfall: cents(Math.max(0, -(left.get(id) ?? 0))), offers };
}
