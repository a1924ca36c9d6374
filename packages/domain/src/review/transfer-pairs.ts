import type { Id } from "../id.ts";
import { signedAmount, type Transaction } from "../transaction/transaction.ts";

export type Transfer = { ids: [Id] | [Id, Id] };

/** Finds money moved between own accounts: opposite amounts as pairs, the others by themselves. */
export function transferPairs(
  moved: readonly Pick<Transaction, "id" | "amount" | "type" | "refund">[],
): Transfer[] {
  const open = new Map<number, Id[]>();
  const pairs: Transfer[] = [];
  for (const one of moved) {
    const amount = signedAmount(one);
    const other = open.get(-amount)?.shift();
    if (other === undefined) open.set(amount, [...(open.get(amount) ?? []), one.id]);
    else pairs.push({ ids: [other, one.id] });
  }
  return [...pairs, ...[...open.values()].flat().map((id): Transfer => ({ ids: [id] }))];
}
