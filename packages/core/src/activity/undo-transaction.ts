import { togetherIn, transactionsOf } from "@coffer/domain/activity/activity";
import type { Stores } from "../stores.ts";
import { newest } from "./recording.ts";
import { changedSince, overwritten, type Undo, type Undone, unfitForUndo } from "./undo-step.ts";

type NeededStores = Pick<Stores, "transactions">;

export async function undoTransaction(
  { transactions }: NeededStores,
  { ownerId, entry, record, overwrite }: Undo<"transaction">,
): Promise<Undone> {
  const { others, id } = entry.before ?? entry.after ?? { id: 0 };
  if (others) return undoTogether({ transactions }, { ownerId, entry, record, overwrite });
  const current = await transactions.get(ownerId, id);
  const now = { kind: "transaction", value: current?.value ?? null } as const;
  const over = overwritten<"transaction">(entry.after, now.value, now, overwrite);
  const recording = record(current?.version, over);
  const to = entry.before;
  if (!to) return current ? transactions.remove(ownerId, current, recording) : "changed";
  const outcome = current
    ? await transactions.replace(ownerId, current, to, recording)
    : await transactions.add(ownerId, to, recording);
  if (outcome === "noCategory" || outcome === "otherType") throw unfitForUndo(outcome);
  // It went with its category and is there, though nobody sees it.
  if (outcome === "idTaken") throw changedSince(now);
  return outcome === "changed" ? outcome : "saved";
}

/** Transactions that were deleted or moved together: all of them, or none. */
async function undoTogether(
  { transactions }: NeededStores,
  { ownerId, entry, record, overwrite }: Undo<"transaction">,
): Promise<Undone> {
  const to = new Map(transactionsOf(entry.before).map((one) => [one.id, one]));
  const ids = [...new Set([...transactionsOf(entry.after).map(({ id }) => id), ...to.keys()])];
  const stored = await transactions.getMany(ownerId, ids);
  const current = new Map(stored.map((one) => [one.value.id, one]));
  const now = { kind: "transaction", value: togetherIn(stored.map(({ value }) => value)) } as const;
  const over = overwritten<"transaction">(entry.after, now.value, now, overwrite);
  const recording = record(newest(stored.map(({ version }) => version)), over);
  const changes = ids.map((id) => ({ before: current.get(id), after: to.get(id) ?? null }));
  const outcome = await transactions.changeTogether(ownerId, changes, recording);
  if (outcome === "noCategory" || outcome === "otherType") throw unfitForUndo(outcome);
  if (outcome === "idTaken") throw changedSince(now);
  return outcome === "changed" ? outcome : "saved";
}
