import {
  CreateTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { schema } from "./schema.ts";

/** Creates the table from the schema if it does not exist; for the local product and tests. */
export async function ensureTable(dynamo: DynamoDBClient, name: string): Promise<void> {
  const { partition, sort } = schema.key;
  const attributes = new Set<string>([
    partition,
    sort,
    ...schema.localIndexes.map((index) => index.sort),
    ...schema.globalIndexes.flatMap((index) => [index.partition, index.sort]),
  ]);
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: "HASH" as const },
    { AttributeName: range, KeyType: "RANGE" as const },
  ];
  try {
    await dynamo.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
        KeySchema: keys(partition, sort),
        LocalSecondaryIndexes: schema.localIndexes.map((index) => ({
          IndexName: index.name,
          KeySchema: keys(partition, index.sort),
          Projection: { ProjectionType: "ALL" },
        })),
        GlobalSecondaryIndexes: schema.globalIndexes.map((index) => ({
          IndexName: index.name,
          KeySchema: keys(index.partition, index.sort),
          Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: [...index.attributes] },
        })),
      }),
    );
  } catch (error) {
    if (error instanceof ResourceInUseException) return;
    throw error;
  }
  await dynamo.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: schema.ttl, Enabled: true },
    }),
  );
}
