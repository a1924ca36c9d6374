import type { QueryClient } from "@tanstack/react-query";
import { type Budget, keyOf } from "./keys.ts";

type Refreshed = Parameters<typeof keyOf>[1];

/** What else a change of a noun makes out of date. */
const TOUCHES = {
  transactions: ["transactions", "budgets", "history", "tips"],
  categories: ["categories", "transactions", "budgets", "history", "tips", "goals", "subscriptions"],
  budgets: ["budgets", "history", "tips"],
  goals: ["goals", "tips"],
  subscriptions: ["subscriptions", "transactions", "budgets", "history", "tips"],
} as const satisfies Record<string, readonly Refreshed[]>;

/** Asks again for everything that a change of this noun may have touched: at once where it is on the screen. */
export function refresh(client: QueryClient, budget: Budget, changed: keyof typeof TOUCHES) {
  for (const noun of TOUCHES[changed]) void client.invalidateQueries({ queryKey: keyOf(budget, noun) });
}
