import type { Core } from "@coffer/core/core";
import type { Routes } from "./route.ts";
import { budgetRoutes } from "./routes/budgets.ts";
import { categoryRoutes } from "./routes/categories.ts";
import { goalRoutes } from "./routes/goals.ts";
import { transactionRoutes } from "./routes/transactions.ts";
import { subscriptionRoutes } from "./routes/subscriptions.ts";
import type { Sessions } from "./session.ts";

/** A route for every call of the contract. */
export function createRoutes(core: Core, _sessions: Sessions): Partial<Routes> {
  return {
    categories: categoryRoutes(core),
    transactions: transactionRoutes(core),
    budgets: budgetRoutes(core),
    goals: goalRoutes(core),
    subscriptions: subscriptionRoutes(core),
  };
}
