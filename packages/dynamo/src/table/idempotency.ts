import type { Creation, DeletionKeyStore, IdempotencyKey } from "@coffer/core/idempotency";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/day";
import * as v from "valibot";
import { type Item, ttl, userItemKey, type WriteInput } from "./item.ts";
import type { Table } from "./table.ts";
import { ABSENT, ConditionFailed, isCreation, put, stillIs, succeeds, when } from "./writes.ts";

export const REPEAT_WINDOW_MS = DAY_MS;

export const recordSk = ({ key }: IdempotencyKey): string => `ONCE#${key}`;
const storedRecord = v.object({ request: v.string(), value: v.record(v.string(), v.unknown()) });

/**
 * Stores the result under the client's Idempotency-Key in one transaction with the writes, so that a retry returns it. A
 * failed condition of the writes themselves is rethrown. `pk` is the partition of what is created.
 */
export async function createIdempotently<Value extends Item>(
  table: Table,
  addition: {
    pk: string;
    now: number;
    value: Value;
    parse: (stored: Item) => Value;
    writes: readonly WriteInput[];
    idempotencyKey: IdempotencyKey | undefined;
  },
): Promise<Creation<Value>> {
  const { pk, idempotencyKey, now, value, parse, writes } = addition;
  const request = idempotencyKey?.request;
  const key = idempotencyKey && { pk, sk: recordSk(idempotencyKey) };
  const record = key && { ...key, request, value, expiresAt: ttl(now + REPEAT_WINDOW_MS) };
  // An expired record may not be deleted yet.
  const isFree = when("attribute_not_exists(pk) OR expiresAt <= :now", { now: Math.floor(now / 1000) });
  const all = [...writes, ...(record ? [put(record, isFree)] : [])];
  try {
    await table.transact(all);
    return value;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = key && error.failed.includes(writes.length) ? await table.get(key) : undefined;
    if (found) {
      const first = v.parse(storedRecord, found);
      return first.request === request ? parse(first.value) : "keyReused";
    }
    const failed = all[error.index];
    if (failed && isCreation(failed)) return "idTaken";
    throw error;
  }
}

const deletionKey = (userId: Id, { key }: IdempotencyKey) => userItemKey(userId, `DELETED#${key}`);
const stored = v.object({ request: v.string(), isDone: v.boolean(), until: v.number() });

export function createDeletionKeyStore(table: Table): DeletionKeyStore {
  const itemOf = (userId: Id, key: IdempotencyKey, now: number, isDone: boolean) => {
    const until = now + REPEAT_WINDOW_MS;
    return { ...deletionKey(userId, key), request: key.request, isDone, until, expiresAt: ttl(until) };
  };
  return {
    async begin(userId, key, now) {
      const before = await table.find(deletionKey(userId, key), v.parser(stored));
      if (before && before.until > now) {
        if (before.request !== key.request) return "keyReused";
        return before.isDone ? "done" : "begun";
      }
      const unchanged = before ? stillIs("until", before.until) : ABSENT;
      // A concurrent request with the same key may have begun.
      const isFirst = await succeeds(table.put(itemOf(userId, key, now, false), unchanged));
      return isFirst ? "new" : "begun";
    },
    finish: (userId, key, now) => table.put(itemOf(userId, key, now, true)),
    forget: (userId, key) => table.delete(deletionKey(userId, key)),
  };
}
