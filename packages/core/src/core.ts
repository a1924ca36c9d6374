import { createBudgets } from "./budgets.ts";
import { createCategories } from "./categories.ts";
import { createGoals } from "./goals.ts";
import type { Ports } from "./ports.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createTransactions } from "./transactions.ts";

export type Core = ReturnType<typeof createCore>;

/** All use cases over one set of ports. */
export function createCore(ports: Ports) {
  return {
    categories: createCategories(ports),
    transactions: createTransactions(ports),
    budgets: createBudgets(ports),
    goals: createGoals(ports),
    subscriptions: createSubscriptions(ports),
  };
}
