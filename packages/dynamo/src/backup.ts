import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  ScanCommand,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { inBatches } from "@coffer/domain/batches";
import * as v from "valibot";
import { directory, USER_SHARDS } from "./account/user-directory.ts";
import { backoff, withRetries } from "./table/retries.ts";
import { createTable, type Table } from "./table/table.ts";

/** An item as DynamoDB's typed JSON, so that exactly what was read is written. */
export type TypedItem = Record<string, AttributeValue>;

const BATCH = 25;
const AT_ONCE = 16;

/** Every item of the table in pages. Not a snapshot: each is as it was when it was read. */
export async function* everything(dynamo: DynamoDBClient, table: string): AsyncGenerator<TypedItem[]> {
  let from: TypedItem | undefined;
  do {
    const command = new ScanCommand({ TableName: table, ConsistentRead: true, ExclusiveStartKey: from });
    const page = await withRetries(() => dynamo.send(command));
    yield page.Items ?? [];
    from = page.LastEvaluatedKey;
  } while (from);
}

/** A table without users counts as empty, although schedules may have stored their progress in it. */
export async function hasUsers(dynamo: DynamoDBClient, table: string): Promise<boolean> {
  const { page } = createTable(dynamo, table);
  const firsts = USER_SHARDS.map((shard) => page({ ...directory.of(shard), Limit: 1 }));
  return (await Promise.all(firsts)).some(({ items }) => items.length > 0);
}

export const putBack = (dynamo: DynamoDBClient, table: string, items: readonly TypedItem[]): Promise<void> =>
  writeBack(
    dynamo,
    table,
    items.map((Item) => ({ PutRequest: { Item } })),
  );

/** In parallel batches; each item may be in `requests` only once. */
export async function writeBack(dynamo: DynamoDBClient, table: string, requests: readonly WriteRequest[]) {
  for (const some of inBatches([...inBatches(requests, BATCH)], AT_ONCE))
    await Promise.all(some.map((batch) => writeBatch(dynamo, table, batch)));
}

async function writeBatch(dynamo: DynamoDBClient, table: string, batch: WriteRequest[]) {
  let pending = batch;
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt > 0) await backoff(attempt);
    const command = new BatchWriteItemCommand({ RequestItems: { [table]: pending } });
    const answer = await withRetries(() => dynamo.send(command));
    pending = answer.UnprocessedItems?.[table] ?? [];
  }
}

/** Stored in the table while it is being restored: the source, and how much of it is done. */
const RESTORE = { pk: "RESTORE", sk: "POSITION" };
const storedRestore = v.object({ source: v.string(), done: v.number() });

const unfinished = (table: Table) => table.find(RESTORE, v.parser(storedRestore));

/** True while the table is being restored, and after a restore that was interrupted. */
export const isHalfRestored = async (dynamo: DynamoDBClient, tableName: string): Promise<boolean> =>
  (await unfinished(createTable(dynamo, tableName))) !== undefined;

export function restoreProgress(dynamo: DynamoDBClient, tableName: string, source: string) {
  const table = createTable(dynamo, tableName);
  return {
    /** Undefined unless a restore from the same source was interrupted. */
    async read(): Promise<number | undefined> {
      const found = await unfinished(table);
      return found?.source === source ? found.done : undefined;
    },
    write: (done: number) => table.put({ ...RESTORE, source, done }),
    end: () => table.delete(RESTORE),
  };
}
