import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import { CHARGE_DAYS, type Suggestion, suggestions } from "@coffer/domain/subscription/repeats";
import { type Subscription, withAmount } from "@coffer/domain/subscription/subscription";
import { addDays, type Day, daysBetween } from "@coffer/domain/time/day";
import type { OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";
import { inSteps } from "../in-steps.ts";
import { createCommit, readThing } from "../ledger/commit.ts";
import { changeOf, type StoredSubscription, type StoredTransaction } from "../ledger/ledger.ts";
import { notFound, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { asListed, paidThrough, updating } from "./subscriptions.ts";

/** Enough for three yearly payments, and some weeks to notice the last one. */
const DAYS = 800;
const ROWS = 4_000;
/** Bounded because every list of suggestions reads all of them. */
const MOST_DISMISSED = 2_000;

export function createSuggestions(
  stores: Pick<Stores, "subscriptions" | "transactions" | "ledger">,
  env: Pick<Env, "ids" | "clock">,
) {
  const { commit } = createCommit(stores, env);

  async function find({ ownerId, today }: OpenLedger, without: ReadonlySet<string>): Promise<Suggestion[]> {
    const range = { from: addDays(today, -DAYS), to: today, after: undefined };
    const [{ transactions }, subscriptions] = await Promise.all([
      stores.transactions.page(ownerId, range, ROWS),
      stores.subscriptions.list(ownerId),
    ]);
    return inSteps(suggestions(transactions, subscriptions, without));
  }

  /** The payment that was recorded for a subscription closest to a charge, other than the charge itself. */
  async function nearestPayment(ownerId: Id, id: Id, charge: StoredTransaction) {
    const [from, to] = [addDays(charge.date, -CHARGE_DAYS), addDays(charge.date, CHARGE_DAYS)];
    const rows = await stores.transactions.list(ownerId, from, to);
    const payments = rows
      .filter((row) => row.subscriptionId === id && row.id !== charge.id && row.paymentId === undefined)
      .toSorted((a, b) => apart(a.date, charge.date) - apart(b.date, charge.date));
    const [nearest] = payments;
    return nearest && readThing(stores, ownerId, "transaction", { id: nearest.id });
  }

  return {
    list: async (ledger: OpenLedger): Promise<Suggestion[]> =>
      find(ledger, await stores.subscriptions.dismissed(ledger.ownerId)),

    /**
     * Accepts a changed price: updates the subscription's amount, and makes the charge its payment, in place of the one
     * recorded at the old price or of the one that is still due. Refuses (notFound) other suggestions.
     */
    async take(ledger: OpenLedger, suggestion: string): Promise<Subscription> {
      const { ownerId, today } = ledger;
      const decide = async () => {
        const taken = (await find(ledger, new Set())).find(({ id }) => id === suggestion);
        const [chargeId] = taken?.transactionIds ?? [];
        if (!taken || taken.subscriptionId === null || chargeId === undefined) throw notFound("Suggestion");
        const [before, charge] = await Promise.all([
          readThing(stores, ownerId, "subscription", { id: taken.subscriptionId }),
          readThing(stores, ownerId, "transaction", { id: chargeId }),
        ]);
        const { id } = before.value;
        const recorded =
          charge.value.subscriptionId === id ? undefined : await nearestPayment(ownerId, id, charge.value);
        const paid = { ...charge.value, subscriptionId: id };
        const after = settledBy(before.value, charge.value, recorded !== undefined, taken.amount, today);
        const { changes, ...about } = updating(before, { after, transactions: [] }, "changed");
        const replaced = recorded ? [changeOf("transaction", recorded, null)] : [];
        return {
          ...about,
          before: { ...before.value, transactions: [charge.value, ...(recorded ? [recorded.value] : [])] },
          after: { ...after, transactions: [paid] },
          changes: [...changes, changeOf("transaction", charge, paid), ...replaced],
        };
      };
      return asListed(await commit(ledger, "subscription", decide));
    },

    /** Dismisses a suggestion for good; idempotent. Refuses (notFound) one that the budget's rows do not give. */
    async dismiss(ledger: OpenLedger, suggestion: string): Promise<void> {
      const found = await find(ledger, new Set());
      if (!found.some(({ id }) => id === suggestion)) throw notFound("Suggestion");
      const before = await stores.subscriptions.dismissed(ledger.ownerId);
      if (!before.has(suggestion) && before.size >= MOST_DISMISSED) throw tooManyDismissed();
      await stores.subscriptions.dismiss(ledger.ownerId, suggestion);
    },
  };
}

const tooManyDismissed = () => new Refusal("conflict", "Too many suggestions were dismissed in this budget.");

const apart = (a: Day, b: Day): number => Math.abs(daysBetween(a, b));

function settledBy(
  before: StoredSubscription,
  charge: StoredTransaction,
  isRecorded: boolean,
  amount: Cents,
  today: Day,
): StoredSubscription {
  const isDue =
    !isRecorded && !charge.subscriptionId && apart(before.nextPaymentDate, charge.date) <= CHARGE_DAYS;
  const priced = withAmount(before, amount, today);
  return isDue ? paidThrough(priced, before.nextPaymentDate) : priced;
}
