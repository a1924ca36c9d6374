import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";

/** The floor of a function that answers from a table: Hono, the SDK and one read. */
const table = DynamoDBDocumentClient.from(new DynamoDBClient());
const app = new Hono().get("/api/health", async (http) => {
  const Key = { pk: "HEALTH", sk: "HEALTH" };
  const { Item } = await table.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key }));
  return http.json({ status: Item ? "known" : "ok" });
});

export const handler = handle(app);
