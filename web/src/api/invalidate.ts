import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { QueryClient } from "@tanstack/react-query";
import { type LedgerId, NOTIFICATIONS, type Noun, queryKey } from "./call.ts";
import { type Changed, tellTabs } from "./tabs.ts";

const WRITTEN_WITHIN_MS = 1_500;

const OF_TRANSACTIONS = ["budgets", "transactions", "search", "history", "tips", "goals", "line"] as const;

/** Nouns that a change of the key invalidates. Budgets first: they start the month's call, which answers for the others. */
const AFFECTED: Record<Changed, readonly Noun[]> = {
  transactions: OF_TRANSACTIONS,
  review: [...OF_TRANSACTIONS, "review", "subscriptions"],
  categories: [...OF_TRANSACTIONS, "review", "categories", "subscriptions"],
  budgets: ["budgets", "history", "tips", "line"],
  goals: ["goals", "tips", "line"],
  subscriptions: [...OF_TRANSACTIONS, "subscriptions"],
  accounts: ["accounts", "line"],
  people: ["people", "budgets"],
  activity: [],
};

export const CHANGED_BY: Record<ActivityKind, Changed> = {
  transaction: "transactions",
  payment: "transactions",
  import: "review",
  review: "review",
  category: "categories",
  plan: "budgets",
  month: "budgets",
  goal: "goals",
  milestone: "goals",
  subscription: "subscriptions",
  share: "people",
  settlement: "budgets",
  account: "accounts",
  point: "accounts",
};

/** Invalidates after a change that this tab made, in the browser's other tabs as well. */
export function invalidate(client: QueryClient, ledgerId: LedgerId, changed: Changed) {
  invalidateHere(client, ledgerId, changed);
  tellTabs({ ledgerId, changed });
}

export function invalidateHere(client: QueryClient, ledgerId: LedgerId, changed: Changed) {
  // The server writes the change's notifications after its reply.
  setTimeout(() => void client.invalidateQueries({ queryKey: NOTIFICATIONS }), WRITTEN_WITHIN_MS);
  // Pending reads may return data from before the change.
  void client.cancelQueries({ queryKey: queryKey(ledgerId, "month") });
  for (const noun of ["activity" as const, ...AFFECTED[changed]])
    void client.invalidateQueries({ queryKey: queryKey(ledgerId, noun) });
}
