import { type Suggestion, suggestions } from "@coffer/domain/subscription/repeats";
import { addDays } from "@coffer/domain/time/day";
import type { OpenLedger } from "../access.ts";
import { inSteps } from "../in-steps.ts";
import { notFound } from "../refusal.ts";
import type { Stores } from "../stores.ts";

/** Enough for three payments a year apart, and some weeks in which the last one is seen. */
const DAYS = 800;
const ROWS = 4_000;

export function createSuggestions(stores: Pick<Stores, "subscriptions" | "transactions">) {
  async function find({ ownerId, today }: OpenLedger, without: ReadonlySet<string>): Promise<Suggestion[]> {
    const range = { from: addDays(today, -DAYS), to: today, after: undefined };
    const [{ transactions }, subscriptions] = await Promise.all([
      stores.transactions.page(ownerId, range, ROWS),
      stores.subscriptions.list(ownerId),
    ]);
    return inSteps(suggestions(transactions, subscriptions, without));
  }

  return {
    list: async (ledger: OpenLedger): Promise<Suggestion[]> =>
      find(ledger, await stores.subscriptions.dismissed(ledger.ownerId)),

    /** For ever; again changes nothing. Refuses (notFound) what the budget's rows do not suggest. */
    async dismiss(ledger: OpenLedger, suggestion: string): Promise<void> {
      const found = await find(ledger, new Set());
      if (!found.some(({ id }) => id === suggestion)) throw notFound("Suggestion");
      await stores.subscriptions.dismiss(ledger.ownerId, suggestion);
    },
  };
}
