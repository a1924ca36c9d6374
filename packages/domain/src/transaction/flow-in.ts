import type { Flow } from "../category/category.ts";
import type { Transaction } from "./transaction.ts";

/**
 * The type and refund of a movement in a category: incoming money is a refund in an expense category. Undefined if
 * the category cannot take it: outgoing money is not income.
 */
export function flowIn(
  moved: Pick<Transaction, "type" | "refund">,
  { type }: { type: Flow },
): { type: Flow; refund: true | undefined } | undefined {
  const isIn = moved.type === "income" || moved.refund === true;
  if (type === "income") return isIn ? { type, refund: undefined } : undefined;
  return { type, refund: isIn || undefined };
}
