import { readCommandLine, runCommand, UsageProblem, wrongUse } from "@coffer/functions/cli/command-line";
import { ownTableOf, type Stage, stackNames, streamViewOf } from "../config.ts";
import { TABLE_ID } from "../data-stack.ts";
import type { Aws } from "./aws.ts";
import { contextOf, namesStage, openStage, STAGE_OPTIONS } from "./command-line.ts";
import { buildStage, cdk } from "./deploy.ts";
import { deployedStage } from "./deployed.ts";
import { setStream, streamOf, tableInUse } from "./restored-table.ts";
import { stackOf } from "./stacks.ts";

const USAGE = {
  use: ["pnpm run adopt-table --stage NAME [--context NAME=VALUE …]"],
  about:
    "Puts the table that a stage runs on into its data stack: a restored table, or (with globalTable) its own as a global table.",
  options: STAGE_OPTIONS,
} as const;

/** The table that the stage runs on. UsageProblem if the data stack owns it already or the settings do not name it. */
export async function adoptable(stage: Stage, home: Aws): Promise<string> {
  const table = await tableInUse(home, stage.name);
  if ((await stackOf(home, table)) === stackNames(stage.name, home.region).data) {
    const isGlobal = (await deployedStage(stage.name, home))?.globalTable;
    if (stage.globalTable && isGlobal === false) return table;
    throw new UsageProblem(
      `The data stack owns ${table} already${isGlobal ? "" : "; globalTable: true would make it a global table"}.`,
    );
  }
  // The own table's name is in use if this command was interrupted.
  if (![stage.restoredTable, ownTableOf(stage)].includes(table))
    throw new UsageProblem(
      `The stage runs on ${table}: set restoredTable and restoredStreamArn in infra/config.ts as the restore printed them.`,
    );
  return table;
}

/**
 * Arguments of three calls of CDK. First the app is deployed with the table and its stream by name, so that it keeps
 * running. Then the data stack releases its own table, which stays in the account, and imports the table in use:
 * CloudFormation imports no resource under an id in use, and cannot turn a plain table into a global one.
 */
export function adoption(
  { globalTable }: Pick<Stage, "globalTable">,
  { table, streamArn }: { table: string; streamArn: string },
  { app, data }: { app: string; data: string },
): [name: string[], leave: string[], take: string[]] {
  const identifier = JSON.stringify({ [TABLE_ID]: { TableName: table } });
  const context = (values: Record<string, unknown>) =>
    Object.entries(values).flatMap(([name, value]) => ["--context", `${name}=${value}`]);
  const deploy = (stack: string, values: Record<string, unknown>) => [
    ...["deploy", stack, "--exclusively", "--require-approval", "never"],
    // The next deployment creates the replica of a global table.
    ...context({ restoredTable: table, restoredStreamArn: streamArn, secondRegion: null, ...values }),
  ];
  return [
    deploy(app, { canary: false }),
    deploy(data, { ownsTable: false }),
    [
      ...["import", data, "--force", "--resource-mapping-inline", identifier],
      ...context({
        ...{ ownTable: table, restoredTable: null, restoredStreamArn: null, secondRegion: null },
        globalTable: globalTable ?? null,
      }),
    ],
  ];
}

/** Yields lines of progress. `run` calls CDK. Can be repeated after an interruption. */
export async function* adoptTable(
  stage: Stage,
  table: string,
  home: Aws,
  run: (args: string[]) => unknown,
  pollMs = 5_000,
): AsyncGenerator<string> {
  yield* setStream(home, table, streamViewOf(stage), pollMs);
  const streamArn = await streamOf(home, table);
  const steps = adoption(stage, { table, streamArn }, stackNames(stage.name, home.region));
  // An app that names this table and stream already needs no deployment.
  const isNamed = stage.restoredTable === table && stage.restoredStreamArn === streamArn;
  for (const args of isNamed ? steps.slice(1) : steps) await run(args);
  yield `The data stack owns ${table}. Set these in infra/config.ts, commit them and deploy:\n  ownTable: "${table}",\n  restoredTable: null,\n  restoredStreamArn: null,`;
}

if (import.meta.main)
  await runCommand(async () => {
    const { options: values } = readCommandLine(USAGE, process.argv.slice(2));
    const context = contextOf(values);
    if (!namesStage(context)) throw wrongUse(USAGE);
    const { stage, home } = await openStage(context);
    let isBuilt = false;
    const run = (args: string[]) => {
      if (!isBuilt) buildStage();
      isBuilt = true;
      cdk(args, context);
    };
    for await (const line of adoptTable(stage, await adoptable(stage, home), home, run)) console.log(line);
  });
