import type { Snapshots } from "@coffer/domain/activity/activity";
import type { Id } from "@coffer/domain/id";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { Stores } from "../stores.ts";
import type { StoredTransaction } from "../transaction/transactions.ts";
import type { Versioned } from "./recording.ts";
import { overwritten, type Undo, type Undone, unfitForUndo } from "./undo-step.ts";

type NeededStores = Pick<Stores, "subscriptions" | "transactions">;

/** What payments recorded goes with them, but for what somebody has deleted since. */
export async function undoSubscription(
  stores: NeededStores,
  { ownerId, entry, record, overwrite }: Undo<"subscription">,
): Promise<Undone> {
  const { subscriptions } = stores;
  const { before: to, after: from } = entry;
  const { id } = to ?? from ?? { id: 0 };
  const current = await subscriptions.get(ownerId, id);
  const value = current ? { ...current.subscription, settledThrough: current.settledThrough } : null;
  // A due date that was paid since must not come again.
  const isPaidSince = from?.transactions !== undefined || from?.settledThrough !== value?.settledThrough;
  const now = { kind: "subscription", value } as const;
  const over = overwritten<"subscription">(from && stateIn(from), value, now, overwrite && !isPaidSince);
  const recording = record(current?.version, over);
  if (!to) return current ? subscriptions.remove(ownerId, current, recording) : "changed";
  const { transactions = [], settledThrough = null, ...subscription } = to;
  if (!current) {
    const outcome = await subscriptions.add(ownerId, subscription, settledThrough, recording);
    if (outcome === "noCategory" || outcome === "otherType") throw unfitForUndo(outcome);
    return typeof outcome === "string" ? "changed" : "saved";
  }
  const takenBack = await recorded(stores, ownerId, from?.transactions ?? []);
  const update = { subscription, settledThrough, transactions, takenBack };
  const outcome = await subscriptions.saveIfUnchanged(ownerId, current, update, recording);
  if (outcome === "noCategory" || outcome === "otherType") throw unfitForUndo(outcome);
  return outcome;
}

async function recorded(
  { transactions }: NeededStores,
  ownerId: Id,
  payments: readonly Transaction[],
): Promise<Versioned<StoredTransaction>[]> {
  const found: Versioned<StoredTransaction>[] = [];
  for (const payment of payments) {
    const current = await transactions.get(ownerId, payment.id);
    if (!current) continue;
    const { value } = current;
    overwritten<"transaction">(payment, value, { kind: "transaction", value }, false);
    found.push(current);
  }
  return found;
}

function stateIn({ transactions: _, ...state }: Snapshots["subscription"]) {
  return state;
}
