import type { Month } from "@coffer/domain/month";
import type { QueryKey } from "@tanstack/react-query";

/** The owner of the opened budget; undefined for one's own. */
export type Budget = number | undefined;

/** The opened budget and the chosen month. */
export type Selection = { budget: Budget; month: Month };

type Noun = "categories" | "transactions" | "budgets" | "history" | "tips" | "goals" | "subscriptions";

/**
 * The cache key of something in a budget. Every noun of a budget stands under that budget, so that
 * switching budgets never shows one person's figures as another's.
 */
export function keyOf(budget: Budget, noun: Noun, ...rest: readonly (string | number)[]): QueryKey {
  return ["budget", budget ?? "own", noun, ...rest];
}

/** The key of the budgets that others share with the user. */
export const SHARED_WITH_ME: QueryKey = ["shared-with-me"];
