import type { TransactionStore } from "./transactions.ts";
import { categoryIsGone, changedSince, refuseIfChanged, type Undo, type Undone } from "./undo-step.ts";

export async function undoTransaction(
  { transactions }: { transactions: TransactionStore },
  { ownerId, entry, record }: Undo<"transaction">,
): Promise<Undone> {
  const { id } = entry.before ?? entry.after ?? { id: 0 };
  const current = await transactions.get(ownerId, id);
  const now = { kind: "transaction", value: current?.value ?? null } as const;
  refuseIfChanged<"transaction">(entry.after, now.value, now);
  const recording = record(current?.version);
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
