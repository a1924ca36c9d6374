import type { Creation, IdempotencyKey } from "@coffer/core/idempotency";
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
 * request gets the stored answer. Without a key only the writes are made. A failed condition of the writes themselves
 * is rethrown.
 */
export async function createIdempotently<Value extends Item>(
  table: Table,
  addition: Addition<Value>,
): Promise<Creation<Value>> {
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
      return request === idempotencyKey.request ? parse(first) : "keyReused";
    }
    const failed = writes[error.index];
    if (failed && isCreation(failed)) return "idTaken";
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
