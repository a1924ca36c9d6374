import type { Once } from "@coffer/core/once";
import { Refusal } from "@coffer/core/refusal";
import { ABSENT, ConditionFailed, type Item, type Table, type WriteInput } from "./table.ts";

/** How long a repeat of a creation is recognised. */
const KEPT_MS = 24 * 60 * 60 * 1000;

type Addition<Value extends Item> = {
  /** Where the promise is kept: the partition of what is added. */
  pk: string;
  once: Once | undefined;
  now: number;
  /** What the first call answers, and every repeat. */
  value: Value;
  parse: (stored: Item) => Value;
  writes: readonly WriteInput[];
};

/**
 * Makes the writes and keeps the answer under the client's Idempotency-Key, all in one transaction. A repeat
 * with the same request gives the kept answer; another request under the same key is refused (conflict).
 * Without a key the writes are just made. A failed condition of the writes themselves is thrown on.
 */
export async function addOnce<Value extends Item>(table: Table, addition: Addition<Value>): Promise<Value> {
  const { pk, once, now, value, parse, writes } = addition;
  if (!once) {
    await table.transact(writes);
    return value;
  }
  const key = { pk, sk: `ONCE#${once.key}` };
  const promise = { ...key, request: once.request, value, expiresAt: Math.ceil((now + KEPT_MS) / 1000) };
  try {
    await table.transact([...writes, { Put: { Item: promise, ...ABSENT } }]);
    return value;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const kept = await table.get(key);
    if (!kept) throw error;
    if (kept["request"] !== once.request) {
      throw new Refusal("conflict", "This Idempotency-Key was used for another request");
    }
    return parse(kept["value"] as Item);
  }
}
