import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  ScanCommand,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { inBatches } from "@coffer/domain/batches";
import { directory, USER_SHARDS } from "./account/user-directory.ts";
import { backoff, withRetries } from "./table/retries.ts";
import { createTable } from "./table/table.ts";

/** An item as DynamoDB's typed JSON, so that exactly what was read is written. */
export type TypedItem = Record<string, AttributeValue>;

const BATCH = 25;

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

export async function putBack(dynamo: DynamoDBClient, table: string, items: readonly TypedItem[]) {
  for (const batch of inBatches(items, BATCH)) {
    let pending: WriteRequest[] = batch.map((Item) => ({ PutRequest: { Item } }));
    for (let attempt = 0; pending.length > 0; attempt++) {
      if (attempt > 0) await backoff(attempt);
      const command = new BatchWriteItemCommand({ RequestItems: { [table]: pending } });
      const answer = await withRetries(() => dynamo.send(command));
      pending = answer.UnprocessedItems?.[table] ?? [];
    }
  }
}
