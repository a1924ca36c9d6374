import { randomUUID } from "node:crypto";
import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { bytesOf } from "@coffer/core/pages";
import { Refusal } from "@coffer/core/refusal";
import { inBatches } from "@coffer/domain/batches";
import { DAY_MS } from "@coffer/domain/time/day";
import * as v from "valibot";
import { type Item, isInLedger, type Key, storedKey, ttl, type WriteInput } from "./item.ts";
import { backoff } from "./retries.ts";
import {
  ABSENT,
  AT_ONCE,
  assign,
  both,
  type Condition,
  ConditionFailed,
  change,
  guardedWrite,
  isCreation,
  keyOf,
  type Placeholders,
  PRESENT,
  placeholders,
  put,
  remove,
  succeeds,
  unlessFailed,
  when,
} from "./writes.ts";

const IN_PARALLEL = 20;
/** A transaction holds 4 MB, and an item 400 KB. */
const PART_BYTES = 200_000;
/** How long a record is kept for readers that have read an item before its late write. */
const KNOWN_FOR_MS = DAY_MS;
/** The locks of a process that died before its commit are deleted after this time. */
const LEFT_FOR_MS = 400 * DAY_MS;

const lockedBy = (id: string): Condition => when("lockedBy = :transaction", { transaction: id });

/** An item is locked by the transaction that will write it. `isNew`: until that is committed, there is no such item. */
const storedLock = v.object({ ...storedKey.entries, lockedBy: v.string(), isNew: v.optional(v.boolean()) });
type Lock = v.InferOutput<typeof storedLock>;
const storedRecord = v.object({
  state: v.picklist(["committed", "done", "abandoned"]),
  parts: v.optional(v.number(), 0),
});

const anything = v.record(v.string(), v.unknown());
/** How a locked item is written: replaced, updated, deleted, or only unlocked. */
const lateWrite = v.object({
  sk: v.string(),
  item: v.optional(anything),
  update: v.optional(
    v.object({
      expression: v.string(),
      names: v.optional(v.record(v.string(), v.string()), {}),
      values: v.optional(anything, {}),
    }),
  ),
  remove: v.optional(v.literal(true)),
});
type LateWrite = v.InferOutput<typeof lateWrite>;
const storedPart = v.object({ writes: v.array(lateWrite) });

const OF_DATE = "MANYDATE#";
const isOfDate = ({ sk }: LateWrite) => sk.startsWith(OF_DATE);
const recordKey = (pk: string, id: string): Key => ({ pk, sk: `MANY#${id}` });
const partKey = (pk: string, id: string, part: number): Key => ({ pk, sk: `MANY#${id}#${part}` });

/** The placeholders that an expression uses: DynamoDB refuses others. */
function usedIn(expression: string, { ExpressionAttributeNames, ExpressionAttributeValues }: Placeholders) {
  const used = new Set(expression.match(/[#:]\w+/g));
  const only = <T>(all: Record<string, T> = {}) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
  return placeholders({
    ExpressionAttributeNames: only(ExpressionAttributeNames),
    ExpressionAttributeValues: only(ExpressionAttributeValues),
  });
}

const inputOf = ({ Put, Update, Delete, ConditionCheck }: WriteInput) =>
  Put ?? Update ?? Delete ?? ConditionCheck;
const requiresItem = (write: WriteInput) =>
  /attribute_exists\(pk\)|revision = :/.test(inputOf(write)?.ConditionExpression ?? "");
const canBeLate = (write: WriteInput) =>
  isInLedger(keyOf(write)) &&
  (isCreation(write) ? write.Put?.Item?.expiresAt === undefined : requiresItem(write));
/** The order in which writes are chosen to be late: deletions cost least, and locks of categories hinder others most. */
const lateness = (write: WriteInput) =>
  [write.Delete, isCreation(write), write.Put, write.Update, write.ConditionCheck].findIndex(Boolean);

function lateWriteOf(write: WriteInput): LateWrite {
  const { sk } = keyOf(write);
  const { Put, Update, Delete } = write;
  if (isCreation(write)) return { sk };
  if (Put) return { sk, item: Put.Item };
  if (Delete) return { sk, remove: true };
  if (!Update) return { sk };
  const { UpdateExpression: expression = "" } = Update;
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = usedIn(
    expression,
    Update,
  );
  return { sk, update: { expression, names, values } };
}

/** Divides writes into the late ones, in `parts` items of the record, and the `rest` of the transaction that commits. */
function divide(writes: readonly WriteInput[]) {
  const chosen = writes.filter(canBeLate).sort((a, b) => lateness(a) - lateness(b));
  const parts = Math.ceil((2 * bytesOf(chosen)) / PART_BYTES);
  const late = chosen.slice(0, writes.length + parts + 1 - AT_ONCE);
  const isLate = new Set(late);
  const rest = writes.filter((write) => !isLate.has(write));
  if (rest.length + parts + 1 > AT_ONCE) throw new Error("too many writes that cannot be made late");
  return { pk: keyOf(chosen[0] ?? {}).pk, late, rest, parts };
}

/** The requests of a table, which do not know of locks. */
type Requests = {
  get(key: Key): Promise<Item | undefined>;
  put(write: { Item: Item } & Partial<Condition>): Promise<void>;
  update(input: Omit<UpdateCommandInput, "TableName">): Promise<Item>;
  delete(write: { Key: Key } & Partial<Condition>): Promise<void>;
  transact(writes: readonly WriteInput[]): Promise<void>;
};

/**
 * Transactions of a ledger that have more writes than DynamoDB takes in one (docs/decisions/046). The items of surplus
 * writes are locked one by one, on the conditions of these writes. One transaction makes the other writes and commits all
 * of them. The late writes follow; whoever meets a lock of a committed transaction makes them first.
 */
export function createLargeTransactions(requests: Requests, clock = Date.now) {
  const recordOf = async (pk: string, id: string) => {
    const record = await requests.get(recordKey(pk, id));
    return record && v.parse(storedRecord, record);
  };
  const locksIn = (items: readonly (Item | undefined)[]): Lock[] =>
    items.filter(isLocked).map(v.parser(storedLock));

  /** Undoes a lock of a transaction that was abandoned. */
  function unlock({ pk, sk, lockedBy: id, isNew }: Lock): Promise<boolean> {
    const key = { pk, sk };
    const unlocked = change(key, "REMOVE lockedBy", {}, lockedBy(id));
    return succeeds(isNew ? requests.delete({ Key: key, ...lockedBy(id) }) : requests.update(unlocked));
  }

  /** Makes the late writes of a committed transaction. Several processes may do so at the same time. */
  async function complete(pk: string, id: string, parts: number): Promise<void> {
    const keys = Array.from({ length: parts }, (_, part) => partKey(pk, id, part));
    for (const key of keys) {
      const part = await requests.get(key);
      for (const some of inBatches(part ? v.parse(storedPart, part).writes : [], IN_PARALLEL))
        await Promise.all(some.map((write) => succeeds(makeLate(pk, id, write))));
    }
    const done = { state: "done", expiresAt: ttl(clock() + KNOWN_FOR_MS) };
    const record = { Update: assign(recordKey(pk, id), done, PRESENT, ["parts"]) };
    await requests.transact([record, ...keys.map((key) => remove(key))]);
  }

  function makeLate(pk: string, id: string, { sk, item, update, remove }: LateWrite): Promise<unknown> {
    const key = { pk, sk };
    if (item) return requests.put({ Item: { ...item, ...key }, ...lockedBy(id) });
    if (remove) return requests.delete({ Key: key, ...lockedBy(id) });
    if (!update) return requests.update(change(key, "REMOVE lockedBy, isNew, expiresAt", {}, lockedBy(id)));
    const { expression, names, values } = update;
    const UpdateExpression = `${expression}${expression.includes("REMOVE ") ? "," : " REMOVE"} lockedBy`;
    const own = { ExpressionAttributeNames: names, ExpressionAttributeValues: values };
    return requests.update({ Key: key, UpdateExpression, ...both(lockedBy(id), { ...PRESENT, ...own }) });
  }

  /** Locks the item of a write. If it moves to another date, whoever reads that date finds a lock there as well. */
  async function lock(write: WriteInput, id: string, taken: Lock[]): Promise<LateWrite[]> {
    const key = keyOf(write);
    const left = { lockedBy: id, isNew: true, expiresAt: ttl(clock() + LEFT_FOR_MS) };
    const late = lateWriteOf(write);
    if (isCreation(write)) {
      await requests.put({ Item: { ...write.Put?.Item, ...left }, ...ABSENT });
      taken.push({ ...key, lockedBy: id, isNew: true });
      return [late];
    }
    const { ConditionExpression = "", ...own } = inputOf(guardedWrite(write)) ?? {};
    const condition = { ConditionExpression, ...usedIn(ConditionExpression, own) };
    const locking = requests.update(change(key, "SET lockedBy = :lock", { lock: id }, condition));
    const item = await unlessFailed(locking, (failure) => {
      // The answer to an earlier try was lost.
      if (failure.item?.lockedBy === id) return failure.item;
      throw failure;
    });
    taken.push({ ...key, lockedBy: id });
    const date = write.Put?.Item?.date;
    if (date === undefined || date === item.date) return [late];
    const dateLock = { pk: key.pk, sk: `${OF_DATE}${id}#${key.sk}` };
    await requests.put({ Item: { ...dateLock, ...left, date }, ...ABSENT });
    taken.push({ ...dateLock, lockedBy: id, isNew: true });
    return [late, { sk: dateLock.sk, remove: true }];
  }

  /** Prevents a transaction from being committed. If it is committed already, completes it and returns false. */
  async function abandon(pk: string, id: string): Promise<boolean> {
    const expiresAt = ttl(clock() + KNOWN_FOR_MS);
    const Item = { ...recordKey(pk, id), state: "abandoned", expiresAt };
    await succeeds(requests.put({ Item, ...ABSENT }));
    const { state, parts = 0 } = (await recordOf(pk, id)) ?? {};
    if (state === "committed") await complete(pk, id, parts);
    return state === "abandoned";
  }

  async function free({ found }: ConditionFailed): Promise<boolean> {
    const locks = locksIn(found);
    for (const [id, own] of Map.groupBy(locks, (lock) => lock.lockedBy)) {
      if (await abandon(own[0]?.pk ?? "", id)) await Promise.all(own.map(unlock));
    }
    return locks.length > 0;
  }

  /** Retries a write until no lock is in its way. */
  async function whenFree<T>(write: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof ConditionFailed) || !(await free(error))) throw error;
        await backoff(attempt);
      }
    }
  }

  /** One attempt. "abandoned" if somebody else needed an item that it had locked. */
  async function attempt(once: readonly WriteInput[]): Promise<"done" | "abandoned"> {
    const id = randomUUID();
    const positions = new Map(once.map((write, position) => [write, [position]]));
    const positionsOf = (writes: readonly WriteInput[]) => writes.map((write) => positions.get(write) ?? []);
    const { pk, late, rest, parts } = divide(once);
    const taken: Lock[] = [];
    let wasAbandoned = false;
    const lockAll = async (some: readonly WriteInput[]) => {
      const locking = some.map((write) => whenFree(() => lock(write, id, taken)));
      const settled = await Promise.allSettled(locking);
      return settled.flatMap((one, index) => {
        if (one.status === "fulfilled") return one.value;
        const { reason } = one;
        throw reason instanceof ConditionFailed
          ? reason.at(positionsOf(some.slice(index, index + 1)))
          : reason;
      });
    };
    const commit = async () => {
      const writes: LateWrite[] = [];
      for (const some of inBatches(late, IN_PARALLEL)) writes.push(...(await lockAll(some)));
      // Locks of dates go last: until then, whoever reads a date makes the late writes.
      const ordered = [...writes.filter((one) => !isOfDate(one)), ...writes.filter(isOfDate)];
      const filled = [...inBatches(ordered, Math.ceil(ordered.length / parts))];
      const record = put({ ...recordKey(pk, id), state: "committed", parts: filled.length }, ABSENT);
      const own = filled.map((some, part) => put({ ...partKey(pk, id, part), writes: some }));
      await unlessFailed(
        whenFree(() => requests.transact([...rest.map(guardedWrite), ...own, record])),
        (failure) => {
          wasAbandoned = failure.failed.includes(rest.length + own.length);
          throw failure.at(positionsOf(rest));
        },
      );
      return filled.length;
    };
    try {
      const filled = await commit();
      await complete(pk, id, filled).catch((error) => {
        // Whoever meets one of its locks completes it.
        if (!(error instanceof Refusal)) throw error;
      });
    } catch (error) {
      // An answer may have been lost.
      if (!(await abandon(pk, id))) return "done";
      await Promise.all(taken.map(unlock));
      if (wasAbandoned) return "abandoned";
      throw error;
    }
    return "done";
  }

  return {
    whenFree,

    /** Completes committed transactions that have locked some of the items; true if the items are to be read again. */
    async completeIn(items: readonly (Item | undefined)[]): Promise<boolean> {
      const found = new Map(locksIn(items).map((lock) => [lock.lockedBy, lock.pk]));
      let isOutdated = false;
      for (const [id, pk] of found) {
        const { state, parts = 0 } = (await recordOf(pk, id)) ?? {};
        if (state === "committed") await complete(pk, id, parts);
        isOutdated ||= state === "committed" || state === "done";
      }
      return isOutdated;
    },

    /** More writes than AT_ONCE, one an item. A ConditionFailed has their positions. */
    async transact(once: readonly WriteInput[]): Promise<void> {
      for (let tried = 1; (await attempt(once)) === "abandoned"; tried++) await backoff(tried);
    },
  };
}

export const isLocked = (item: Item | undefined): item is Item => item !== undefined && "lockedBy" in item;

/** The items as they are until the transactions that locked them are committed. */
export const withoutLocks = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => {
    if (!isLocked(item)) return [item];
    const { lockedBy: _, isNew, ...rest } = item;
    return isNew ? [] : [rest];
  });
