import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createClient } from "@coffer/dynamo/client";
import { ensureTable } from "@coffer/dynamo/create-table";
import { joinDatabase, TABLE_NAME } from "./database.ts";
import { readSettings, StartProblem } from "./settings.ts";

/** The table that an operator's command works on. */
export type Target = { dynamo: DynamoDBClient; tableName: string; close(): Promise<void> };

/** A deployed stage's table, with the operator's AWS credentials and region; without a stage this machine's. */
export async function openTarget(stage: string | undefined): Promise<Target> {
  if (stage !== undefined) {
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(stage))
      throw new StartProblem(`${JSON.stringify(stage)} is not a stage's name.`);
    // As infra/data-stack.ts names it.
    return { dynamo: createClient(), tableName: `coffer-${stage}`, close: async () => undefined };
  }
  const database = await joinDatabase(readSettings());
  const dynamo = createClient(database.endpoint);
  await ensureTable(dynamo, TABLE_NAME);
  return { dynamo, tableName: TABLE_NAME, close: database.close };
}

/** Runs a command; a StartProblem ends it with its one sentence and exit code 1. */
export async function command(run: () => Promise<void>): Promise<void> {
  try {
    await run();
    process.exit(0);
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
