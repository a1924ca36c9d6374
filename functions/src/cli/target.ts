import { parseArgs } from "node:util";
import { type DynamoDBClient, ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import { createClient } from "@coffer/dynamo/client";
import { ensureTable } from "@coffer/dynamo/create-table";
import { keepFilesPrivate } from "../local/data-folder.ts";
import { joinDatabase, TABLE_NAME } from "../local/database.ts";
import { readSettings, StartProblem } from "../local/settings.ts";

/** The table that an operator's command works on. */
export type Target = { dynamo: DynamoDBClient; tableName: string; close(): Promise<void> };

/** Where an operator's command works: in a deployed stage, and there in another table than the stage's own. */
export type Place = { stage?: string | undefined; table?: string | undefined };

/** A deployed stage's table, with the operator's AWS credentials and region; without a stage this machine's. */
export async function openTarget({ stage, table }: Place): Promise<Target> {
  if (stage !== undefined) {
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(stage))
      throw new StartProblem(`${JSON.stringify(stage)} is not a stage's name.`);
    // As infra/data-stack.ts names it.
    return {
      dynamo: createClient(),
      tableName: table ?? `coffer-${stage}`,
      close: async () => undefined,
    };
  }
  if (table !== undefined) throw new StartProblem("--table names a table of a stage: give --stage as well.");
  const database = await joinDatabase(readSettings());
  const dynamo = createClient(database.endpoint);
  await ensureTable(dynamo, TABLE_NAME);
  return { dynamo, tableName: TABLE_NAME, close: database.close };
}

/** The words of a command line and the place it names; options that no command has end it with its `usage`. */
export function readCommandLine(usage: string): { words: string[]; place: Place } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { stage: { type: "string" }, table: { type: "string" } },
    });
    return { words: positionals, place: values };
  } catch {
    throw new StartProblem(usage);
  }
}

/** Runs a command; what an operator can mend ends it with one sentence and exit code 1. */
export async function command(run: () => Promise<void>): Promise<void> {
  keepFilesPrivate();
  try {
    await run();
    process.exit(0);
  } catch (error) {
    const sentence = problemOf(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    process.exit(1);
  }
}

function problemOf(error: unknown): string | undefined {
  if (error instanceof StartProblem) return error.message;
  if (error instanceof ResourceNotFoundException)
    return "The stage has no such table in this account and region (AWS_PROFILE, AWS_REGION).";
  // The SDK has no class for these that it gives away.
  if (error instanceof Error && error.name === "CredentialsProviderError")
    return "No AWS credentials were found; sign in, or set AWS_PROFILE.";
  if (error instanceof Error && error.message === "Region is missing")
    return "No AWS region is set; set AWS_REGION.";
  return undefined;
}
