import { type Suggestion, suggestions } from "@coffer/domain/subscription/repeats";
import { addDays } from "@coffer/domain/time/day";
import type { OpenBudget } from "../access.ts";
import type { Stores } from "../stores.ts";

/** Enough for three payments a quarter apart. */
const DAYS = 200;
/** So many of the latest rows are looked at. */
const ROWS = 1_000;

export function createSuggestions(stores: Pick<Stores, "subscriptions" | "transactions">) {
  return {
    async suggestions({ ownerId, today }: OpenBudget): Promise<Suggestion[]> {
      const range = { from: addDays(today, -DAYS), to: today, after: undefined };
      const [{ transactions }, subscriptions, dismissed] = await Promise.all([
        stores.transactions.page(ownerId, range, ROWS),
        stores.subscriptions.list(ownerId),
        stores.subscriptions.dismissed(ownerId),
      ]);
      return suggestions(transactions, subscriptions, dismissed);
    },

    dismiss: ({ ownerId }: OpenBudget, id: string): Promise<void> =>
      stores.subscriptions.dismiss(ownerId, id),
  };
}
