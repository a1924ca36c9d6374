import type { IdempotencyKey } from "@coffer/core/idempotency";
import { Refusal } from "@coffer/core/refusal";
import { DAY_MS } from "@coffer/domain/duration";
import * as v from "valibot";
import { ConditionFailed, isCreation } from "./conditions.ts";
import type { Item, WriteInput } from "./item.ts";
import { type Table, ttl } from "./table.ts";

/** How long a repeat of a creation is recognised. */
const REPEAT_WINDOW_MS = DAY_MS;

const storedRecord = v.object({ request: v.string(), value: v.record(v.string(), v.unknown()) });

type Addition<Value extends Item> = {
  /** The partition of what is created: the idempotency record lies beside it. */
  pk: string;
  idempotencyKey: IdempotencyKey | undefined;
  /** Milliseconds. */
  now: number;
  /** What the first call answers, and every repeat. */
  value: Value;
  parse: (stored: Item) => Value;
  writes: readonly WriteInput[];
};

/**
 * Makes the writes and stores the answer under the client's Idempotency-Key in one transaction. A repeat of the
 * request gets the stored answer; another request under the same key is refused (conflict). Without a key only
 * the writes are made. A failed condition of the writes themselves is rethrown.
 */
export async function createIdempotently<Value extends Item>(
  table: Table,
  addition: Addition<Value>,
): Promise<Value> {
  const { pk, idempotencyKey, now, value, parse, writes } = addition;
  const record = idempotencyKey && {
    key: { pk, sk: `ONCE#${idempotencyKey.key}` },
    item: { request: idempotencyKey.request, value, expiresAt: ttl(now + REPEAT_WINDOW_MS) },
  };
  try {
    await table.transact(record ? [...writes, putRecord(record, now)] : writes);
    return value;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = record && (await table.get(record.key));
    if (found && error.failed.includes(writes.length)) {
      const { request, value: first } = v.parse(storedRecord, found);
      if (request === idempotencyKey.request) return parse(first);
      throw new Refusal("conflict", "This Idempotency-Key was used for another request");
    }
    const failed = writes[error.index];
    // Ids are random within a millisecond: two can be equal, very rarely.
    if (failed && isCreation(failed))
      throw new Refusal("busy", "Please try again.", { retryAfter: 1, cause: error });
    throw error;
  }
}

/** Replaces a record that has expired and is not deleted yet. */
const putRecord = ({ key, item }: { key: Item; item: Item }, now: number): WriteInput => ({
  Put: {
    Item: { ...key, ...item },
    ConditionExpression: "attribute_not_exists(pk) OR expiresAt <= :now",
    ExpressionAttributeValues: { ":now": Math.floor(now / 1000) },
  },
});
