import { setTimeout as wait } from "node:timers/promises";
import { CreateBackupCommand, DescribeBackupCommand } from "@aws-sdk/client-dynamodb";
import { readCommandLine, runCommand, UsageProblem, wrongUse } from "@coffer/functions/cli/command-line";
import type { Aws } from "./aws.ts";
import { contextOf, namesStage, openStage, STAGE_OPTIONS } from "./command-line.ts";
import { deleteTable } from "./destroy-stage.ts";
import { servedSince, tablesInUse } from "./restored-table.ts";
import { stackOf } from "./stacks.ts";

const USAGE = {
  use: ["pnpm run delete-table TABLE --stage NAME"],
  about: "Deletes a table that a restore replaced at least a week ago, after a last backup.",
  words: [1, 1],
  options: STAGE_OPTIONS,
} as const;

const DAY_MS = 24 * 60 * 60_000;
const KEPT_DAYS = 7;

type Options = { stage: string; table: string; home: Aws; now: number; pollMs?: number };

/** Yields lines of progress. */
export async function* deleteAbandonedTable(options: Options): AsyncGenerator<string> {
  const { stage, table, home, now, pollMs = 5_000 } = options;
  await requireAbandoned(home, stage, table, now);
  const backup = await backUp(home, table, pollMs);
  yield `backed up ${table} as ${backup}`;
  if (!(await deleteTable(home, table))) throw new UsageProblem(`There is no table ${table}.`);
  yield `deleted the table ${table}; its backup stays until you delete it`;
}

async function requireAbandoned(home: Aws, stage: string, table: string, now: number): Promise<void> {
  const refuse = (why: string) => {
    throw new UsageProblem(`${table} is not deleted: ${why}.`);
  };
  const isOfStage =
    table === `coffer-${stage}` || /^\d{8}T\d{6}Z$/.test(table.slice(`coffer-${stage}-`.length));
  if (!isOfStage || !table.startsWith(`coffer-${stage}`)) refuse(`it is not a table of the stage ${stage}`);
  const inUse = new Set((await tablesInUse(home, stage)).values());
  const [current] = inUse;
  if (!current) return refuse(`the stage ${stage} is not deployed, so its current table is unknown`);
  if (inUse.has(table)) return refuse("the stage runs on it");
  const since = await servedSince(home, current);
  if (since === undefined) return refuse(`${current}, on which the stage runs, is not from a restore`);
  const due = since + KEPT_DAYS * DAY_MS;
  if (now < due)
    refuse(
      `the stage has run on ${current} since ${new Date(since).toISOString()}, and its last table is kept for ${KEPT_DAYS} days, until ${new Date(due).toISOString()}`,
    );
  const owner = await stackOf(home, table);
  if (owner) refuse(`the stack ${owner} still owns it: run pnpm run adopt-table --stage ${stage} first`);
}

async function backUp({ dynamo }: Aws, TableName: string, pollMs: number): Promise<string> {
  const BackupName = `${TableName}-last`;
  const { BackupDetails } = await dynamo.send(new CreateBackupCommand({ TableName, BackupName }));
  const BackupArn = BackupDetails?.BackupArn;
  for (;;) {
    const { BackupDescription } = await dynamo.send(new DescribeBackupCommand({ BackupArn }));
    const status = BackupDescription?.BackupDetails?.BackupStatus;
    if (status === "AVAILABLE") return BackupArn ?? BackupName;
    if (status !== "CREATING") throw new Error(`The backup of ${TableName} is ${status ?? "gone"}`);
    await wait(pollMs);
  }
}

if (import.meta.main)
  await runCommand(async () => {
    const { options: values, words } = readCommandLine(USAGE, process.argv.slice(2));
    const context = contextOf(values);
    const [table] = words;
    if (!table || !namesStage(context)) throw wrongUse(USAGE);
    const { stage, home } = await openStage(context);
    for await (const done of deleteAbandonedTable({ stage: stage.name, table, home, now: Date.now() }))
      console.log(done);
  });
