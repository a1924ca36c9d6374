import { writeFile } from "node:fs/promises";
import { type DynamoDBClient, ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { keepFilesPrivate } from "../local/data-folder.ts";
import { joinDatabase, TABLE_NAME } from "../local/database.ts";
import { readSettings, StartProblem } from "../local/settings.ts";
import { runCommand } from "./command-line.ts";

/** Without a stage: this machine. `table` overrides the stage's table, for example with one that a restore replaced. */
export type TargetOptions = { stage?: string | undefined; table?: string | undefined };

/** `credentialsApart` is false for a table given by `--table`: its credentials are found in either place. */
type Target = { dynamo: DynamoDBClient; tableName: string; credentialsApart: boolean };

export async function onTarget<T>(
  { stage, table }: TargetOptions,
  environment: NodeJS.ProcessEnv | undefined,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  if (stage !== undefined) {
    if (!/^[a-z][a-z0-9-]{0,30}$/.test(stage))
      throw new StartProblem(`${JSON.stringify(stage)} is not a stage's name.`);
    const named = table === undefined ? undefined : { tableName: table, credentialsApart: false };
    return work({ dynamo: createClient(), ...(named ?? (await tableInUse(stage))) });
  }
  if (table !== undefined) throw new StartProblem("--table names a table of a stage: give --stage as well.");
  const database = await joinDatabase(readSettings(environment));
  try {
    const dynamo = createClient(database.endpoint);
    await ensureTable(dynamo, TABLE_NAME);
    return await work({ dynamo, tableName: TABLE_NAME, credentialsApart: true });
  } finally {
    await database.close();
  }
}

/** The table that the stage's API uses; after a restore not the one named after the stage. */
async function tableInUse(stage: string): Promise<Omit<Target, "dynamo">> {
  // Loaded on use: local commands do not need it.
  const { GetFunctionConfigurationCommand, LambdaClient } = await import("@aws-sdk/client-lambda");
  const command = new GetFunctionConfigurationCommand({
    FunctionName: `coffer-${stage}-api`,
    Qualifier: "live",
  });
  const found = await new LambdaClient().send(command).catch((error: unknown) => {
    if (error instanceof Error && error.name === "ResourceNotFoundException") return undefined;
    throw error;
  });
  const { TABLE_NAME: tableName, CREDENTIALS_APART } = found?.Environment?.Variables ?? {};
  if (tableName) return { tableName, credentialsApart: CREDENTIALS_APART === "true" };
  throw new StartProblem(
    `The stage ${stage} is not deployed in this account and region (AWS_PROFILE, AWS_REGION). Name its table with --table, as in --table coffer-${stage}.`,
  );
}

export const TARGET = {
  stage: { type: "string", takes: "NAME", help: "the table of a deployed stage, not this machine's" },
  table: { type: "string", takes: "NAME", help: "another table of that stage, such as a restored copy" },
} as const;

/** Never overwrites a file of the caller's. */
export async function writeNew(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flag: "wx" }).catch((error: unknown) => {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new StartProblem(
      isThere ? `${path} already exists; name another file.` : `${path} cannot be written.`,
    );
  });
}

export type Command = (args: string[], environment?: NodeJS.ProcessEnv) => Promise<string>;

export async function runAsProcess(command: Command): Promise<void> {
  keepFilesPrivate();
  await runCommand(async () => console.log(await command(process.argv.slice(2))), problemOf);
  // The SDK's open connections would keep the process alive.
  process.exit();
}

function problemOf(error: unknown): string | undefined {
  if (error instanceof StartProblem) return error.message;
  if (error instanceof ResourceNotFoundException)
    return "The stage has no such table in this account and region (AWS_PROFILE, AWS_REGION).";
  return undefined;
}
