/** The owner of the opened budget; undefined for one's own. */
export type Budget = number | undefined;

type Noun = "categories" | "transactions" | "budgets" | "history" | "tips" | "goals" | "subscriptions";

/**
 * The cache key of something in a budget. Every noun of a budget stands under that budget, so that
 * switching budgets never shows one person's figures as another's.
 */
export function keyOf(budget: Budget, noun: Noun, ...rest: readonly (string | number)[]) {
  return ["budget", budget ?? "own", noun, ...rest] as const;
}

/** The key of the budgets that others share with the user. */
export const SHARED_WITH_ME = ["shared-with-me"] as const;
