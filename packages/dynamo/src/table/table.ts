import { randomUUID } from "node:crypto";
import {
  BatchGetItemCommand,
  type ConsumedCapacity,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type { QueryCommandInput, ScanCommandInput, UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { inBatches } from "@coffer/domain/batches";
import { createTurns } from "./in-turn.ts";
import type { IndexQuery } from "./indexes.ts";
import type { Item, Key, WriteInput } from "./item.ts";
import { createLargeTransactions, isLocked, withoutLocks } from "./large-transactions.ts";
import { backoff, withRetries } from "./retries.ts";
import { checkSpending, consume, spend } from "./spending.ts";
import {
  AT_ONCE,
  type Condition,
  type ConditionFailed,
  conditionFailureOf,
  guarded,
  guardedWrite,
  isOwnWrite,
  itemOf,
  itemsOf,
  succeeds,
  typed,
  unlessFailed,
  withoutRepeats,
} from "./writes.ts";

/** A query of the table or its local index, or of a global index, whose items are parsed by `read`. */
type Query<T> =
  | (Omit<QueryCommandInput, "TableName" | "IndexName"> & { IndexName?: "byDate"; read?: never })
  | IndexQuery<T>;
type Put = NonNullable<WriteInput["Put"]>;
type Update = Omit<UpdateCommandInput, "TableName">;
type Delete = NonNullable<WriteInput["Delete"]>;
type Scan = Omit<ScanCommandInput, "TableName">;
export type Table = ReturnType<typeof createTable>;
/** `scanned` and `units` (read units) include items that a filter removed. */
type Page<T> = { items: T[]; next: Item | undefined; scanned: number; units: number };

/** How often items are read again that large transactions keep changing. */
const MOST_READS = 5;

/** Retries conflicts and throttling, then throws Refusal("busy"). A failed condition throws ConditionFailed. */
export function createTable(dynamo: DynamoDBClient, name: string) {
  const named = <T extends object>(input: T) => ({ TableName: name, ...input });
  const metered = <T extends object>(input: T) => ({
    ReturnConsumedCapacity: "TOTAL" as const,
    ...named(input),
  });
  const conditional = <T extends object>(input: T) =>
    named({ ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const, ...input });

  async function send({ read: _, ...input }: Query<unknown>) {
    const command = new QueryCommand(typed(metered(input)));
    const { Items = [], LastEvaluatedKey: last, ...answer } = await withRetries(() => dynamo.send(command));
    consume("read", answer.ConsumedCapacity);
    return { ...answer, items: itemsOf(Items), next: last && itemOf(last) };
  }

  /** Completes the transactions that have locked items of the answer (large-transactions.ts), then reads again. */
  async function sendUnlocked(input: Query<unknown>) {
    if (input.read) return send(input);
    const { FilterExpression: filter, ProjectionExpression: attributes } = input;
    const exact = { ...input, ProjectionExpression: attributes && `${attributes}, lockedBy, isNew` };
    // An item that a large transaction will change may match the filter then.
    const all = filter ? { ...exact, FilterExpression: `(${filter}) OR attribute_exists(lockedBy)` } : exact;
    let answer = await send(all);
    for (let again = 0; again < MOST_READS && answer.items.some(isLocked); again++) {
      const isOutdated = await large.completeIn(answer.items);
      if (!isOutdated && (!filter || again > 0)) break;
      answer = await send(exact);
    }
    return answer;
  }

  async function page<T = Item>(input: Query<T>): Promise<Page<T>> {
    checkSpending();
    const answer = await sendUnlocked(input);
    const items = withoutLocks(answer.items);
    const scanned = answer.ScannedCount ?? items.length;
    spend("read", scanned);
    const units = answer.ConsumedCapacity?.CapacityUnits ?? 0;
    // Without `read`, T is Item.
    const read = input.read ?? ((item: Item) => item as T);
    return { items: items.map(read), next: answer.next, scanned, units };
  }

  async function* pages<T = Item>(input: Query<T>): AsyncGenerator<Page<T>> {
    let from: Item | undefined;
    do {
      const one = await page({ ...input, ExclusiveStartKey: from });
      yield one;
      from = one.next;
    } while (from);
  }

  /** The items of a query's first `portions` pages (default: all); `isAll` is true if no more follow. */
  async function queryPart<T = Item>(input: Query<T>, portions = Number.POSITIVE_INFINITY) {
    const found: T[] = [];
    let portion = 0;
    for await (const { items, next } of pages(input)) {
      found.push(...items);
      portion += 1;
      if (next && portion === portions) return { items: found, isAll: false };
    }
    return { items: found, isAll: true };
  }

  const query = async <T = Item>(input: Query<T>): Promise<T[]> => (await queryPart(input)).items;

  /**
   * Makes all of the writes (up to AT_ONCE) or none. DynamoDB deduplicates retries by the token for ten minutes. After
   * that, and if a local engine was restarted, an item exactly as it was to be created shows that the transaction is done.
   * `onDelay` is called if that takes more than one request.
   */
  async function transact(writes: readonly WriteInput[], onDelay = () => {}): Promise<void> {
    const distinct = withoutRepeats(writes);
    const all = distinct.map(({ write }) => write);
    if (all.length > AT_ONCE) onDelay();
    const written =
      all.length > AT_ONCE
        ? large.transact(all)
        : large.whenFree(() => transactAtOnce(all.map(guardedWrite), onDelay));
    await unlessFailed(written, (failure) => {
      throw failure.at(distinct.map(({ positions }) => positions));
    });
  }

  async function transactAtOnce(writes: readonly WriteInput[], onDelay = () => {}): Promise<void> {
    const items = writes.map((write) =>
      Object.fromEntries(Object.entries(write).map(([kind, input]) => [kind, typed(conditional(input))])),
    );
    const command = new TransactWriteItemsCommand({
      TransactItems: items,
      ClientRequestToken: randomUUID(),
      ReturnConsumedCapacity: "TOTAL",
    });
    const isDone = (failure: ConditionFailed) => isOwnWrite(failure, writes);
    await make(items.length, () => dynamo.send(command), isDone, onDelay);
  }

  async function putOne(write: Put): Promise<void> {
    const command = new PutItemCommand(typed(metered(conditional(write))));
    const isDone = (failure: ConditionFailed) => isOwnWrite(failure, [{ Put: write }]);
    await make(1, () => dynamo.send(command), isDone);
  }

  async function updateOne(input: Update): Promise<Item> {
    const returned = { ReturnValues: "ALL_NEW" as const, ...metered(conditional(input)) };
    const command = new UpdateItemCommand(typed(returned));
    return itemOf((await make(1, () => dynamo.send(command)))?.Attributes ?? {});
  }

  async function deleteOne(input: Delete): Promise<void> {
    const command = new DeleteItemCommand(typed(metered(conditional(input))));
    const isDone = ({ item }: ConditionFailed) => !item;
    await make(1, () => dynamo.send(command), isDone);
  }

  const large = createLargeTransactions({
    get: getOne,
    put: putOne,
    update: updateOne,
    delete: deleteOne,
    transact: (writes) => transactAtOnce(writes),
  });

  /** An item, or undefined. The read is consistent by default. */
  async function get(key: Key, consistent = true): Promise<Item | undefined> {
    const [item] = await unlockedOnes(async () => [await getOne(key, consistent)]);
    return item;
  }

  async function unlockedOnes(read: () => Promise<(Item | undefined)[]>): Promise<(Item | undefined)[]> {
    let items = await read();
    for (let again = 0; again < MOST_READS && (await large.completeIn(items)); again++) items = await read();
    return items.map((item) => item && withoutLocks([item])[0]);
  }

  async function getOne(key: Key, consistent = true): Promise<Item | undefined> {
    const command = new GetItemCommand(typed(metered({ Key: key, ConsistentRead: consistent })));
    const answer = await withRetries(() => dynamo.send(command));
    consume("read", answer.ConsumedCapacity);
    return answer.Item && itemOf(answer.Item);
  }

  async function getBatch(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    const found: Item[] = [];
    let pending = keys.map((key) => typed({ Key: key }).Key);
    for (let attempt = 0; pending.length > 0; attempt++) {
      if (attempt > 0) await backoff(attempt);
      const wanted = { [name]: { Keys: pending, ConsistentRead: true } };
      const command = new BatchGetItemCommand({ RequestItems: wanted, ReturnConsumedCapacity: "TOTAL" });
      const answer = await withRetries(() => dynamo.send(command));
      consume("read", answer.ConsumedCapacity);
      found.push(...itemsOf(answer.Responses?.[name] ?? []));
      spend("read", pending.length);
      pending = answer.UnprocessedKeys?.[name]?.Keys ?? [];
    }
    return keys.map((key) => found.find((item) => item.pk === key.pk && item.sk === key.sk));
  }

  return {
    name,
    client: dynamo,
    page,
    pages,
    query,
    queryPart,
    get,

    async find<T>(key: Key, read: (item: Item) => T): Promise<T | undefined> {
      const item = await get(key);
      return item && read(item);
    },

    /** Items in the order of the keys, undefined for missing ones; consistent, a hundred in a round trip. */
    async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
      const read = (some: readonly Key[]) => unlockedOnes(() => getBatch(some));
      return (await Promise.all([...inBatches(keys, AT_ONCE)].map(read))).flat();
    },

    /** All items of a partition whose sort key has a prefix; consistent, in the order of the keys. */
    list: (pk: string, prefix: string): Promise<Item[]> => query(inRange(pk, prefix)),

    async scan(input: Scan): Promise<{ items: Item[]; next: Item | undefined }> {
      const { Items = [], LastEvaluatedKey: next } = await withRetries(() =>
        dynamo.send(new ScanCommand(typed(named(input)))),
      );
      return { items: itemsOf(Items), next: next && itemOf(next) };
    },

    /** The number of items that a query finds. May stop counting at the query's Limit. */
    async count(input: Query<unknown>): Promise<number> {
      let count = 0;
      let from: Item | undefined;
      do {
        const answer = await send({ ...input, Select: "COUNT", ExclusiveStartKey: from });
        count += answer.Count ?? 0;
        from = answer.next;
      } while (from && count < (input.Limit ?? Number.POSITIVE_INFINITY));
      return count;
    },

    put: (item: Item, condition?: Condition): Promise<void> =>
      large.whenFree(() => putOne(guarded(item, { Item: item, ...condition }))),

    /**
     * Returns the item after the update. A retry may repeat it, so an update that must not happen twice belongs in a
     * transaction with a creation.
     */
    update: (input: Update): Promise<Item> =>
      large.whenFree(() => updateOne(guarded(input.Key ?? {}, input))),

    /** If a retry finds no item, the first attempt has deleted it, so it counts as done. */
    delete: (key: Key, condition?: Condition): Promise<void> =>
      large.whenFree(() => deleteOne(guarded(key, { Key: key, ...condition }))),

    transact,

    /**
     * Within this process, tasks that update or derive the closings of a ledger run one after the other and hand them on:
     * concurrent ones would all conflict. Between processes, conditions keep closings correct.
     */
    inTurn: createTurns<Item>(),

    tryTransact: (writes: readonly WriteInput[]) => succeeds(transact(writes)),
  };
}

/** The same table, whose queries cost half and may miss what was written within the last second. */
export function eventual(table: Table): Table {
  // Global indexes are eventual by themselves.
  const query: Table["query"] = (input) =>
    table.query(input.read ? input : { ...input, ConsistentRead: false });
  return { ...table, query, list: (pk, prefix) => query(inRange(pk, prefix)) };
}

/** The items of a partition whose sort key has a prefix, in the order of the keys. */
const inRange = (pk: string, prefix: string) => ({
  KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
  ExpressionAttributeValues: { ":pk": pk, ":prefix": prefix },
  ConsistentRead: true,
});

/** Makes a write once. `isDone`: the failed condition of a retry shows that an earlier attempt was carried out. */
function make<T extends { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] | undefined }>(
  items: number,
  send: () => Promise<T>,
  isDone = (_: ConditionFailed) => false,
  onDelay = () => {},
) {
  spend("written", items);
  return withRetries(async (maybeDone) => {
    try {
      const answer = await send();
      consume("written", answer.ConsumedCapacity);
      return answer;
    } catch (error) {
      // Failed writes are charged, too: at least this much.
      consume("written", { CapacityUnits: items });
      const failure = conditionFailureOf(error);
      if (!failure) throw error;
      if (maybeDone && isDone(failure)) return undefined;
      throw failure;
    }
  }, onDelay);
}
