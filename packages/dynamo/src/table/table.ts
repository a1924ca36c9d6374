import { randomUUID } from "node:crypto";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
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
import type { Item, Key, WriteInput } from "./item.ts";
import { backoff, withRetries } from "./retries.ts";
import { checkSpending, spend } from "./spending.ts";
import { type Condition, conditionFailureOf, isOwnWrite, succeeds } from "./writes.ts";

type Query = Omit<QueryCommandInput, "TableName">;
type Scan = Omit<ScanCommandInput, "TableName">;
export type Table = ReturnType<typeof createTable>;

/**
 * The table with the few commands that the entities need. Conflicts and throttling are retried with jitter;
 * what is left becomes Refusal("busy"). A failed condition becomes ConditionFailed. Both only here.
 */
export function createTable(dynamo: DynamoDBClient, name: string) {
  const client = DynamoDBDocumentClient.from(dynamo, { marshallOptions: { removeUndefinedValues: true } });
  const named = <T extends object>(input: T) => ({ TableName: name, ...input });

  /** One page of a query and where the next one starts. */
  async function page(input: Query): Promise<{ items: Item[]; next: Item | undefined }> {
    checkSpending();
    const answer = await withRetries(() => client.send(new QueryCommand(named(input))));
    const items = answer.Items ?? [];
    spend("read", answer.ScannedCount ?? items.length);
    return { items, next: answer.LastEvaluatedKey };
  }

  async function* pages(input: Query): AsyncGenerator<Item[]> {
    let from: Item | undefined;
    do {
      const { items, next } = await page({ ...input, ExclusiveStartKey: from });
      yield items;
      from = next;
    } while (from);
  }

  /** All items of a query, page after page: right however many there are. */
  async function query(input: Query): Promise<Item[]> {
    const items: Item[] = [];
    for await (const page of pages(input)) items.push(...page);
    return items;
  }

  /** Items that a query finds among the first `portions` times `Limit` items that it reads, and whether that is all. */
  async function queryPart(input: Query & { Limit: number }, portions: number) {
    const found: Item[] = [];
    let from: Item | undefined;
    for (let portion = 0; portion < portions; portion++) {
      const { items, next } = await page({ ...input, ExclusiveStartKey: from });
      found.push(...items);
      if (!next) return { items: found, isAll: true };
      from = next;
    }
    return { items: found, isAll: false };
  }

  /**
   * All of the writes (up to 100) or none. The token makes repeats one on DynamoDB for ten minutes; after that,
   * and on an engine that was started anew, an item that stands as we meant to create it says that it is done.
   */
  async function transact(writes: readonly WriteInput[]): Promise<void> {
    const items = writes.map((write) =>
      Object.fromEntries(
        Object.entries(write).map(([kind, input]) => [
          kind,
          { ReturnValuesOnConditionCheckFailure: "ALL_OLD", ...named(input) },
        ]),
      ),
    );
    const command = new TransactWriteCommand({ TransactItems: items, ClientRequestToken: randomUUID() });
    spend("written", writes.length);
    await make(writes, () => client.send(command));
  }

  /** One item, consistent unless said, or undefined. */
  async function get(key: Key, consistent = true): Promise<Item | undefined> {
    const command = new GetCommand(named({ Key: key, ConsistentRead: consistent }));
    return (await withRetries(() => client.send(command))).Item;
  }

  return {
    name,
    client,
    page,
    pages,
    query,
    queryPart,
    get,

    /** The item as it is read, or undefined. */
    async find<T>(key: Key, read: (item: Item) => T): Promise<T | undefined> {
      const item = await get(key);
      return item && read(item);
    },

    /** Up to 100 items in one round trip, consistent, in the order of the keys; undefined for those not there. */
    async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
      const found: Item[] = [];
      let pending: Item[] = keys.map((key) => ({ ...key }));
      for (let attempt = 0; pending.length > 0; attempt++) {
        if (attempt > 0) await backoff(attempt);
        const wanted = pending;
        const answer = await withRetries(() =>
          client.send(
            new BatchGetCommand({ RequestItems: { [name]: { Keys: wanted, ConsistentRead: true } } }),
          ),
        );
        found.push(...(answer.Responses?.[name] ?? []));
        spend("read", wanted.length);
        pending = answer.UnprocessedKeys?.[name]?.Keys ?? [];
      }
      return keys.map((key) => found.find((item) => item.pk === key.pk && item.sk === key.sk));
    },

    /** All items of a partition whose sort key begins so, consistent, in the order of the keys. */
    list: (pk: string, prefix: string): Promise<Item[]> =>
      query({
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": pk, ":prefix": prefix },
        ConsistentRead: true,
      }),

    /** One page of the whole table and where the next one starts. */
    async scan(input: Scan): Promise<{ items: Item[]; next: Item | undefined }> {
      const answer = await withRetries(() => client.send(new ScanCommand(named(input))));
      return { items: answer.Items ?? [], next: answer.LastEvaluatedKey };
    },

    /** The number of items that a query finds; with a Limit, up to that. */
    async count(input: Query): Promise<number> {
      let count = 0;
      let from: Item | undefined;
      do {
        const page = await withRetries(() =>
          client.send(new QueryCommand({ ...named(input), Select: "COUNT", ExclusiveStartKey: from })),
        );
        count += page.Count ?? 0;
        from = page.LastEvaluatedKey;
      } while (from && count < (input.Limit ?? Number.POSITIVE_INFINITY));
      return count;
    },

    async put(item: Item, condition?: Condition): Promise<void> {
      const write = { Item: item, ...condition };
      spend("written", 1);
      const command = new PutCommand({ ...named(write), ReturnValuesOnConditionCheckFailure: "ALL_OLD" });
      await make([{ Put: write }], () => client.send(command));
    },

    /** The item as it is after the update. What must not happen twice belongs into a transaction with a creation. */
    async update(input: Omit<UpdateCommandInput, "TableName">): Promise<Item> {
      spend("written", 1);
      return withRetries(async () => {
        try {
          const { Attributes } = await client.send(
            new UpdateCommand({
              ReturnValues: "ALL_NEW",
              ReturnValuesOnConditionCheckFailure: "ALL_OLD",
              ...named(input),
            }),
          );
          return Attributes ?? {};
        } catch (error) {
          throw conditionFailureOf(error) ?? error;
        }
      });
    },

    /**
     * The item that was deleted, or undefined when it was not there. An item without attributes when a repeat
     * finds it gone: then it was the first try, whose answer is lost, that deleted it.
     */
    async delete(key: Key, condition?: Condition): Promise<Item | undefined> {
      spend("written", 1);
      return withRetries(async (maybeDone) => {
        try {
          const { Attributes } = await client.send(
            new DeleteCommand({
              ...named({ Key: key, ...condition }),
              ReturnValues: "ALL_OLD",
              ReturnValuesOnConditionCheckFailure: "ALL_OLD",
            }),
          );
          return Attributes ?? (maybeDone ? {} : undefined);
        } catch (error) {
          const failure = conditionFailureOf(error);
          if (failure && !failure.item && maybeDone) return {};
          throw failure ?? error;
        }
      });
    },

    transact,

    /** The same; false when a condition does not hold. */
    tryTransact: (writes: readonly WriteInput[]) => succeeds(transact(writes)),
  };
}

/** Makes writes once, however often they have to be sent. */
const make = (writes: readonly WriteInput[], send: () => Promise<unknown>): Promise<void> =>
  withRetries(async (maybeDone) => {
    try {
      await send();
    } catch (error) {
      const failure = conditionFailureOf(error);
      if (!failure) throw error;
      if (!(maybeDone && isOwnWrite(failure, writes))) throw failure;
    }
  });
