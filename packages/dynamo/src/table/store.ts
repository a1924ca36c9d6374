import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Stores } from "@coffer/core/stores";
import { createStores } from "../stores.ts";
import { createTable } from "./table.ts";

export const createStore = (dynamo: DynamoDBClient, tableName: string): Stores =>
  createStores(createTable(dynamo, tableName));
