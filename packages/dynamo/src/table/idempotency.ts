import type { Recording } from "@coffer/core/activity/recording";
import type { Creation, IdempotencyKey } from "@coffer/core/idempotency";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/duration";
import * as v from "valibot";
import { activityPartition, entryWrites } from "../activity/activity-writes.ts";
import { ConditionFailed, isCreation } from "./conditions.ts";
import type { Item, Key, WriteInput } from "./item.ts";
import { type Table, ttl } from "./table.ts";

/** How long a repeat of a creation is recognised. */
const REPEAT_WINDOW_MS = DAY_MS;

const recordSk = ({ key }: IdempotencyKey): string => `ONCE#${key}`;
const storedRecord = v.object({ request: v.string(), value: v.record(v.string(), v.unknown()) });
const storedEntry = v.object({
  id: v.string(),
  at: v.number(),
  request: v.string(),
  before: v.unknown(),
  after: v.unknown(),
});
/** Reads the answer to a repeat off what the entry says. */
type ParseEntry<Value> = (after: unknown, before: unknown) => Value;

type Addition<Value> = {
  /** What the first call answers, and every repeat. */
  value: Value;
  writes: readonly WriteInput[];
  idempotencyKey: IdempotencyKey | undefined;
};

/**
 * Makes the writes and stores the answer under the client's Idempotency-Key in one transaction. A repeat of the
 * request gets the stored answer. Without a key only the writes are made. A failed condition of the writes themselves
 * is rethrown. `pk` is the partition of what is created, `now` in milliseconds.
 */
export async function createIdempotently<Value extends Item>(
  table: Table,
  addition: Addition<Value> & { pk: string; now: number; parse: (stored: Item) => Value },
): Promise<Creation<Value>> {
  const { pk, idempotencyKey, now, value, parse } = addition;
  const key = idempotencyKey && { pk, sk: recordSk(idempotencyKey) };
  const item = key && {
    ...key,
    request: idempotencyKey.request,
    value,
    expiresAt: ttl(now + REPEAT_WINDOW_MS),
  };
  const outcome = await create(table, addition, item ? [putRecord(item, now)] : [], key);
  if (!(outcome instanceof Found)) return outcome;
  const first = v.parse(storedRecord, outcome.item);
  return first.request === idempotencyKey?.request ? parse(first.value) : "keyReused";
}

/**
 * Makes the writes of a change of a budget together with its entry, which stands under the client's Idempotency-Key
 * where there is one: a repeat of the request gets what the entry says, by `parse` of what it left.
 */
export async function createRecorded<Value>(
  table: Table,
  addition: Addition<Value> & {
    ownerId: Id;
    recording: Recording;
    parse: ParseEntry<Value>;
  },
): Promise<Creation<Value>> {
  const { ownerId, recording, idempotencyKey, parse } = addition;
  if (!idempotencyKey) {
    const outcome = await create(table, addition, entryWrites(ownerId, recording), undefined);
    return outcome instanceof Found ? "idTaken" : outcome;
  }
  const { request } = idempotencyKey;
  for (let sk = recordSk(idempotencyKey); ; ) {
    const key = { pk: activityPartition(ownerId), sk };
    const outcome = await create(table, addition, entryWrites(ownerId, recording, { sk, request }), key);
    if (!(outcome instanceof Found)) return outcome;
    const { entry, noteEntry } = recording;
    const answer = answerOf(outcome.item, { idempotencyKey, now: entry.at, noteEntry, parse });
    if (!(answer instanceof Expired)) return answer;
    sk = `${sk}#${answer.id}`;
  }
}

/** What was written before under the same key; undefined where nothing was. */
export async function findRecorded<Value>(
  table: Table,
  repeat: { ownerId: Id } & Repeat<Value>,
): Promise<Value | "keyReused" | undefined> {
  for (let sk = recordSk(repeat.idempotencyKey); ; ) {
    const item = await table.get({ pk: activityPartition(repeat.ownerId), sk });
    if (!item) return undefined;
    const answer = answerOf(item, repeat);
    if (!(answer instanceof Expired)) return answer;
    sk = `${sk}#${answer.id}`;
  }
}

/** An entry is kept for longer than its key: the key's next use stands beside it. */
class Expired {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

/** A request that may be a repeat, at an instant in milliseconds. */
type Repeat<Value> = {
  idempotencyKey: IdempotencyKey;
  now: number;
  noteEntry: Recording["noteEntry"];
  parse: ParseEntry<Value>;
};

function answerOf<Value>(
  item: Item,
  { idempotencyKey, now, noteEntry, parse }: Repeat<Value>,
): Value | "keyReused" | Expired {
  const first = v.parse(storedEntry, item);
  if (first.at <= now - REPEAT_WINDOW_MS) return new Expired(first.id);
  if (first.request !== idempotencyKey.request) return "keyReused";
  noteEntry?.(first.id);
  return parse(first.after, first.before);
}

/** The record that stands under a key already. */
class Found {
  readonly item: Item;
  constructor(item: Item) {
    this.item = item;
  }
}

async function create<Value>(
  table: Table,
  { value, writes }: Addition<Value>,
  recorded: readonly WriteInput[],
  record: Key | undefined,
): Promise<Value | "idTaken" | Found> {
  const all = [...writes, ...recorded];
  try {
    await table.transact(all);
    return value;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = record && error.failed.includes(writes.length) ? await table.get(record) : undefined;
    if (found) return new Found(found);
    const failed = all[error.index];
    if (failed && isCreation(failed)) return "idTaken";
    throw error;
  }
}

/** Replaces a record that has expired and is not deleted yet. */
const putRecord = (item: Item & Key, now: number): WriteInput => ({
  Put: {
    Item: item,
    ConditionExpression: "attribute_not_exists(pk) OR expiresAt <= :now",
    ExpressionAttributeValues: { ":now": Math.floor(now / 1000) },
  },
});
