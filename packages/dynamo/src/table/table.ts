import { randomUUID } from "node:crypto";
import type { ConsumedCapacity, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { inBatches } from "@coffer/domain/batches";
import type { IndexQuery } from "./indexes.ts";
import type { Item, Key, WriteInput } from "./item.ts";
import { backoff, withRetries } from "./retries.ts";
import { checkSpending, consume, spend } from "./spending.ts";
import {
  type Condition,
  type ConditionFailed,
  conditionFailureOf,
  isOwnWrite,
  succeeds,
  unlessFailed,
  withoutRepeats,
} from "./writes.ts";

/** A query of the table or its local index, or of a global one, whose items are read as what it has of them. */
type Query<T> =
  | (Omit<QueryCommandInput, "TableName" | "IndexName"> & { IndexName?: "byDate"; read?: never })
  | IndexQuery<T>;
type Scan = Omit<ScanCommandInput, "TableName">;
export type Table = ReturnType<typeof createTable>;
/** `scanned` and `units` (read units) count what a filter left out as well. */
type Page<T> = { items: T[]; next: Item | undefined; scanned: number; units: number };

/** The most that a transaction writes, and that a request reads by keys. */
export const AT_ONCE = 100;

/** Conflicts and throttling are retried; what is left is Refusal("busy"), and a failed condition ConditionFailed. */
export function createTable(dynamo: DynamoDBClient, name: string) {
  const client = DynamoDBDocumentClient.from(dynamo, { marshallOptions: { removeUndefinedValues: true } });
  const named = <T extends object>(input: T) => ({ TableName: name, ...input });
  const metered = <T extends object>(input: T) => ({
    ReturnConsumedCapacity: "TOTAL" as const,
    ...named(input),
  });
  const conditional = <T extends object>(input: T) =>
    named({ ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const, ...input });

  async function send({ read: _, ...input }: Query<unknown>) {
    const answer = await withRetries(() => client.send(new QueryCommand(metered(input))));
    consume("read", answer.ConsumedCapacity);
    return answer;
  }

  async function page<T = Item>(input: Query<T>): Promise<Page<T>> {
    checkSpending();
    const answer = await send(input);
    const items = answer.Items ?? [];
    const scanned = answer.ScannedCount ?? items.length;
    spend("read", scanned);
    const units = answer.ConsumedCapacity?.CapacityUnits ?? 0;
    // Without `read` the items are what is asked for: T is Item.
    const read = input.read ?? ((item: Item) => item as T);
    return { items: items.map(read), next: answer.LastEvaluatedKey, scanned, units };
  }

  async function* pages<T = Item>(input: Query<T>): AsyncGenerator<Page<T>> {
    let from: Item | undefined;
    do {
      const one = await page({ ...input, ExclusiveStartKey: from });
      yield one;
      from = one.next;
    } while (from);
  }

  /** Items that a query finds in its first `portions` pages, or else in all; `isAll` where no more follow. */
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
   * All of the writes (up to AT_ONCE) or none. The token makes repeats one on DynamoDB for ten minutes; after that,
   * and on an engine that was started anew, an item that stands as we meant to create it says that it is done.
   */
  async function transact(writes: readonly WriteInput[]): Promise<void> {
    const once = withoutRepeats(writes);
    const items = once.map(({ write }) =>
      Object.fromEntries(Object.entries(write).map(([kind, input]) => [kind, conditional(input)])),
    );
    const command = new TransactWriteCommand({
      TransactItems: items,
      ClientRequestToken: randomUUID(),
      ReturnConsumedCapacity: "TOTAL",
    });
    const isDone = (failure: ConditionFailed) =>
      isOwnWrite(
        failure,
        once.map(({ write }) => write),
      );
    const written = make(items.length, () => client.send(command), isDone);
    await unlessFailed(written, (failure) => {
      throw failure.at(once.map(({ positions }) => positions));
    });
  }

  /** One item, consistent unless said, or undefined. */
  async function get(key: Key, consistent = true): Promise<Item | undefined> {
    const command = new GetCommand(metered({ Key: key, ConsistentRead: consistent }));
    const answer = await withRetries(() => client.send(command));
    consume("read", answer.ConsumedCapacity);
    return answer.Item;
  }

  async function getBatch(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    const found: Item[] = [];
    let pending: Item[] = keys.map((key) => ({ ...key }));
    for (let attempt = 0; pending.length > 0; attempt++) {
      if (attempt > 0) await backoff(attempt);
      const wanted = { [name]: { Keys: pending, ConsistentRead: true } };
      const command = new BatchGetCommand({ RequestItems: wanted, ReturnConsumedCapacity: "TOTAL" });
      const answer = await withRetries(() => client.send(command));
      consume("read", answer.ConsumedCapacity);
      found.push(...(answer.Responses?.[name] ?? []));
      spend("read", pending.length);
      pending = answer.UnprocessedKeys?.[name]?.Keys ?? [];
    }
    return keys.map((key) => found.find((item) => item.pk === key.pk && item.sk === key.sk));
  }

  return {
    name,
    client,
    page,
    pages,
    query,
    queryPart,
    get,

    async find<T>(key: Key, read: (item: Item) => T): Promise<T | undefined> {
      const item = await get(key);
      return item && read(item);
    },

    /** Consistent, in the order of the keys, a hundred in a round trip; undefined for those not there. */
    async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
      return (await Promise.all([...inBatches(keys, AT_ONCE)].map(getBatch))).flat();
    },

    /** All items of a partition whose sort key begins so, consistent, in the order of the keys. */
    list: (pk: string, prefix: string): Promise<Item[]> =>
      query({
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": pk, ":prefix": prefix },
        ConsistentRead: true,
      }),

    async scan(input: Scan): Promise<{ items: Item[]; next: Item | undefined }> {
      const answer = await withRetries(() => client.send(new ScanCommand(named(input))));
      return { items: answer.Items ?? [], next: answer.LastEvaluatedKey };
    },

    /** The number of items that a query finds; with a Limit, up to that. */
    async count(input: Query<unknown>): Promise<number> {
      let count = 0;
      let from: Item | undefined;
      do {
        const answer = await send({ ...input, Select: "COUNT", ExclusiveStartKey: from });
        count += answer.Count ?? 0;
        from = answer.LastEvaluatedKey;
      } while (from && count < (input.Limit ?? Number.POSITIVE_INFINITY));
      return count;
    },

    async put(item: Item, condition?: Condition): Promise<void> {
      const write = { Item: item, ...condition };
      const command = new PutCommand(metered(conditional(write)));
      const isDone = (failure: ConditionFailed) => isOwnWrite(failure, [{ Put: write }]);
      await make(1, () => client.send(command), isDone);
    },

    /** The item as it is after the update. What must not happen twice belongs into a transaction with a creation. */
    async update(input: Omit<UpdateCommandInput, "TableName">): Promise<Item> {
      const command = new UpdateCommand({ ReturnValues: "ALL_NEW", ...metered(conditional(input)) });
      return (await make(1, () => client.send(command)))?.Attributes ?? {};
    },

    /** A repeat whose condition finds no item counts as done: the first try, whose answer is lost, deleted it. */
    async delete(key: Key, condition?: Condition): Promise<void> {
      const command = new DeleteCommand(metered(conditional({ Key: key, ...condition })));
      const isDone = ({ item }: ConditionFailed) => !item;
      await make(1, () => client.send(command), isDone);
    },

    transact,

    tryTransact: (writes: readonly WriteInput[]) => succeeds(transact(writes)),
  };
}

/** Makes a write once: `isDone` tells that a failed condition is the doing of an earlier try, whose answer is lost. */
function make<T extends { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] | undefined }>(
  items: number,
  send: () => Promise<T>,
  isDone = (_: ConditionFailed) => false,
) {
  spend("written", items);
  return withRetries(async (maybeDone) => {
    try {
      const answer = await send();
      consume("written", answer.ConsumedCapacity);
      return answer;
    } catch (error) {
      // Charged as well, by at least this much.
      consume("written", { CapacityUnits: items });
      const failure = conditionFailureOf(error);
      if (!failure) throw error;
      if (maybeDone && isDone(failure)) return undefined;
      throw failure;
    }
  });
}
