import { readCommandLine, runCommand, UsageProblem, wrongUse } from "@coffer/functions/cli/command-line";
import { type Stage, stackNames } from "../config.ts";
import { TABLE_ID } from "../data-stack.ts";
import type { Aws } from "./aws.ts";
import { contextOf, openStage, STAGE_OPTIONS } from "./command-line.ts";
import { buildStage, cdk } from "./deploy.ts";
import { stackOf } from "./stacks.ts";
import { tablesInUse } from "./standstill.ts";

const USAGE = {
  use: ["pnpm run adopt-table --stage NAME [--context NAME=VALUE …]"],
  about: "Lets the data stack own the restored table that a stage runs on.",
  options: STAGE_OPTIONS,
} as const;

/** The table that the stage runs on, where the data stack is to own it. Throws if it does already. */
export async function adoptable(stage: Stage, home: Aws): Promise<string> {
  const [table] = new Set((await tablesInUse(home, stage.name)).values());
  if (!table) throw new UsageProblem(`The stage ${stage.name} is not deployed in ${home.region}.`);
  if ((await stackOf(home, table)) === stackNames(stage.name, home.region).data)
    throw new UsageProblem(`The data stack owns ${table} already.`);
  if (stage.restoredTable !== table)
    throw new UsageProblem(
      `The stage runs on ${table}: set restoredTable and restoredStreamArn in infra/config.ts as the restore printed them.`,
    );
  return table;
}

/**
 * Arguments of the two calls of CDK. The data stack lets go of its own table, which stays in the account, and takes
 * the restored one in its place: CloudFormation imports no resource under an id that is taken. The app names the
 * restored table meanwhile, so it goes on.
 */
export function adoption(table: string, stack: string): [leave: string[], take: string[]] {
  const identifier = JSON.stringify({ [TABLE_ID]: { TableName: table } });
  const context = (values: Record<string, unknown>) =>
    Object.entries(values).flatMap(([name, value]) => ["--context", `${name}=${value}`]);
  return [
    ["deploy", stack, "--exclusively", "--require-approval", "never", ...context({ ownsTable: false })],
    [
      ...["import", stack, "--force", "--resource-mapping-inline", identifier],
      ...context({ ownTable: table, restoredTable: null, restoredStreamArn: null }),
    ],
  ];
}

if (import.meta.main)
  await runCommand(async () => {
    const { options: values } = readCommandLine(USAGE, process.argv.slice(2));
    const context = contextOf(values);
    if (!context.some((pair) => pair.startsWith("stage="))) throw wrongUse(USAGE);
    const { stage, home } = await openStage(context);
    const table = await adoptable(stage, home);
    buildStage();
    for (const args of adoption(table, stackNames(stage.name, home.region).data)) cdk(args, context);
    console.log(
      `The data stack owns ${table}. Set these in infra/config.ts, commit them and deploy:\n  ownTable: "${table}",\n  restoredTable: null,\n  restoredStreamArn: null,`,
    );
  });
