import type { Month } from "@coffer/domain/month";
import type { QueryKey } from "@tanstack/react-query";

/** The owner of the opened budget; undefined for one's own. */
export type Budget = number | undefined;

export type Selection = { budget: Budget; month: Month };

type Noun = "categories" | "transactions" | "budgets" | "history" | "tips" | "goals" | "subscriptions";

/** Every noun of a budget has a key under that budget, so that no budget ever shows the figures of another. */
export function queryKey(budget: Budget, noun: Noun, ...rest: readonly (string | number)[]): QueryKey {
  return ["budget", budget ?? "own", noun, ...rest];
}

/** Apart from its query, so that the first chunk can name it without the query. */
export const SHARED_WITH_ME: QueryKey = ["shared-with-me"];
