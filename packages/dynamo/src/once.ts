import type { Once } from "@coffer/core/once";
import { Refusal } from "@coffer/core/refusal";
import * as v from "valibot";
import { ConditionFailed, isCreation } from "./conditions.ts";
import { type Item, type Table, ttl, type WriteInput } from "./table.ts";

/** How long a repeat of a creation is recognised. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const promised = v.object({ request: v.string(), value: v.record(v.string(), v.unknown()) });

type Addition<Value extends Item> = {
  /** Where the promise is kept: the partition of what is added. */
  pk: string;
  once: Once | undefined;
  /** Milliseconds. */
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
  const promise = once && {
    key: { pk, sk: `ONCE#${once.key}` },
    item: { request: once.request, value, expiresAt: ttl(now + KEPT_MS) },
  };
  try {
    await table.transact(promise ? [...writes, keeping(promise, now)] : writes);
    return value;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const kept = promise && (await table.get(promise.key));
    if (kept && error.failed.includes(writes.length)) {
      const { request, value: first } = v.parse(promised, kept);
      if (request === once.request) return parse(first);
      throw new Refusal("conflict", "This Idempotency-Key was used for another request");
    }
    const failed = writes[error.index];
    // Ids are drawn, not counted: two of the same instant can be equal once in a very long while.
    if (failed && isCreation(failed))
      throw new Refusal("busy", "Please try again.", { retryAfter: 1, cause: error });
    throw error;
  }
}

/** The write that keeps a promise, also over one that has expired but is still there. */
const keeping = ({ key, item }: { key: Item; item: Item }, now: number): WriteInput => ({
  Put: {
    Item: { ...key, ...item },
    ConditionExpression: "attribute_not_exists(pk) OR expiresAt <= :now",
    ExpressionAttributeValues: { ":now": Math.floor(now / 1000) },
  },
});
