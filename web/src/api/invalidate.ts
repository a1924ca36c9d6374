import type { QueryClient } from "@tanstack/react-query";
import { type Budget, queryKey } from "./query-key.ts";

type Noun = Parameters<typeof queryKey>[1];

/** What a change of the key makes out of date. */
const AFFECTED = {
  transactions: ["transactions", "search", "budgets", "history", "tips"],
  categories: [
    "categories",
    "transactions",
    "search",
    "budgets",
    "history",
    "tips",
    "goals",
    "subscriptions",
  ],
  budgets: ["budgets", "history", "tips"],
  goals: ["goals", "tips"],
  subscriptions: ["subscriptions", "transactions", "search", "budgets", "history", "tips"],
} as const satisfies Record<string, readonly Noun[]>;

/** Invalidates everything that a change of this noun may have affected. */
export function invalidate(client: QueryClient, budget: Budget, changed: keyof typeof AFFECTED) {
  for (const noun of AFFECTED[changed]) void client.invalidateQueries({ queryKey: queryKey(budget, noun) });
}
