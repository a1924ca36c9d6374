import type { Flow } from "../category/category.ts";
import type { Transaction } from "./transaction.ts";

/**
 * The type and refund of money that moved as `moved` says, in a category: what came in is a refund in one of expenses.
 * Undefined where it cannot be, as what went out is no income.
 */
export function flowIn(
  moved: Pick<Transaction, "type" | "refund">,
  { type }: { type: Flow },
): { type: Flow; refund: true | undefined } | undefined {
  const isIn = moved.type === "income" || moved.refund === true;
  if (type === "income") return isIn ? { type, refund: undefined } : undefined;
  return { type, refund: isIn || undefined };
}
