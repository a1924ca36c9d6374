import { parseArgs } from "node:util";
import { type DynamoDBClient, ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { keepFilesPrivate } from "../local/data-folder.ts";
import { joinDatabase, TABLE_NAME } from "../local/database.ts";
import { readSettings, StartProblem } from "../local/settings.ts";

/** Without a stage: this machine. `table` is another one of the stage, such as a restored copy. */
export type TargetOptions = { stage?: string | undefined; table?: string | undefined };

export async function onTarget<T>(
  { stage, table }: TargetOptions,
  environment: NodeJS.ProcessEnv | undefined,
  work: (target: { dynamo: DynamoDBClient; tableName: string }) => Promise<T>,
): Promise<T> {
  if (stage !== undefined) {
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(stage))
      throw new StartProblem(`${JSON.stringify(stage)} is not a stage's name.`);
    // The name that infra/data-stack.ts gives it.
    return work({ dynamo: createClient(), tableName: table ?? `coffer-${stage}` });
  }
  if (table !== undefined) throw new StartProblem("--table names a table of a stage: give --stage as well.");
  const database = await joinDatabase(readSettings(environment));
  try {
    const dynamo = createClient(database.endpoint);
    await ensureTable(dynamo, TABLE_NAME);
    return await work({ dynamo, tableName: TABLE_NAME });
  } finally {
    await database.close();
  }
}

export const TARGET = { stage: { type: "string" }, table: { type: "string" } } as const;

export function readCommandLine<Options extends Record<string, { type: "string" }> = typeof TARGET>(
  args: string[],
  usage: string,
  /** The number of words, or the fewest and the most. */
  count: number | readonly [number, number],
  options?: Options,
): { words: string[]; options: { [Name in keyof Options]?: string } } {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: options ?? TARGET });
    const [fewest, most] = typeof count === "number" ? [count, count] : count;
    if (positionals.length >= fewest && positionals.length <= most && positionals.every(Boolean))
      return { words: positionals, options: values };
  } catch {
    // An unknown option.
  }
  throw new StartProblem(usage);
}

export type Command = (args: string[], environment?: NodeJS.ProcessEnv) => Promise<string>;

export async function runAsProcess(command: Command): Promise<void> {
  keepFilesPrivate();
  try {
    console.log(await command(process.argv.slice(2)));
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
  // The SDK exports no classes for these.
  if (error instanceof Error && error.name === "CredentialsProviderError")
    return "No AWS credentials were found; sign in, or set AWS_PROFILE.";
  if (error instanceof Error && error.message === "Region is missing")
    return "No AWS region is set; set AWS_REGION.";
  return undefined;
}
