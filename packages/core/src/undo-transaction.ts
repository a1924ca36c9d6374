import type { TransactionStore } from "./transactions.ts";
import { categoryIsGone, changedSince, overwritten, type Undo, type Undone } from "./undo-step.ts";

export async function undoTransaction(
  { transactions }: { transactions: TransactionStore },
  { ownerId, entry, record, overwrite }: Undo<"transaction">,
): Promise<Undone> {
  const { id } = entry.before ?? entry.after ?? { id: 0 };
  const current = await transactions.get(ownerId, id);
  const now = { kind: "transaction", value: current?.value ?? null } as const;
  const over = overwritten<"transaction">(entry.after, now.value, now, overwrite);
  const recording = record(current?.version, over);
  const to = entry.before;
  if (!to) return current ? transactions.remove(ownerId, current, recording) : "changed";
  const outcome = current
    ? await transactions.replace(ownerId, current, to, recording)
    : await transactions.add(ownerId, to, recording);
  if (outcome === "noCategory" || outcome === "otherType") throw categoryIsGone();
  // It went with its category and is there, though nobody sees it.
  if (outcome === "idTaken") throw changedSince(now);
  return outcome === "changed" ? outcome : "saved";
}
