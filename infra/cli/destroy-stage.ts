import { UpdateTerminationProtectionCommand } from "@aws-sdk/client-cloudformation";
import { DeleteLogGroupCommand, DescribeLogGroupsCommand } from "@aws-sdk/client-cloudwatch-logs";
import {
  DeleteTableCommand,
  DescribeTableCommand,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { DeleteSecretCommand } from "@aws-sdk/client-secrets-manager";
import { DeleteIdentityCommand } from "@aws-sdk/client-ses";
import { readCommandLine, runCommand, UsageProblem } from "@coffer/functions/cli/command-line";
import { identityOf, stackNames } from "../config.ts";
import { type Aws, isRefusal } from "./aws.ts";
import { contextOf, openStage, STAGE_OPTIONS } from "./command-line.ts";
import { deleteStack, findStack } from "./stacks.ts";

const USAGE = {
  use: ["pnpm run destroy NAME [--with-data --forever] [--context NAME=VALUE …]"],
  about: "Takes a stage down. Keeps its table, secrets, sender and security log unless told to delete them.",
  words: [1, 1],
  options: {
    "with-data": { type: "boolean", default: false, help: "deletes the stage's data too" },
    forever: { type: "boolean", default: false, help: "confirms --with-data, which cannot be undone" },
    ...STAGE_OPTIONS,
  },
} as const;

type DestroyOptions = {
  name: string;
  /** The stage's own table, and one that it was restored to. */
  tables: readonly string[];
  /** The SES identity; null if it belongs to another stage. */
  identity: string | null;
  home: Aws;
  usEast1: Aws;
  withData: boolean;
  pollMs?: number;
};

/** Yields lines of progress. Can be repeated after an interruption. */
export async function* destroyStage(options: DestroyOptions): AsyncGenerator<string> {
  const { name, home, usEast1, withData, pollMs } = options;
  const { app, edge, edgeAlarms, deployRole, backup } = stackNames(name, home.region);
  // A stack before those that it refers to.
  const stacks: [aws: Aws, stack: string][] = [
    [usEast1, edgeAlarms],
    [home, app],
    [usEast1, edge],
    [home, deployRole],
    [home, backup],
  ];
  for (const [aws, stack] of stacks)
    if (await deleteStack(aws, stack, pollMs)) yield `deleted the stack ${stack}`;
  if (withData) yield* destroyData(options);
  // Logs of CDK's own helper functions belong to no stack.
  for (const [aws, stack] of stacks) yield* deleteLogs(aws, `/aws/lambda/${stack}-`);
}

async function* destroyData(options: DestroyOptions): AsyncGenerator<string> {
  const { name, tables, identity, home, pollMs } = options;
  const stack = stackNames(name, home.region).data;
  if (await findStack(home, stack)) {
    await home.cloudFormation.send(
      new UpdateTerminationProtectionCommand({ StackName: stack, EnableTerminationProtection: false }),
    );
    await deleteStack(home, stack, pollMs);
    yield `deleted the stack ${stack}`;
  }
  // The stack retains these.
  for (const table of tables) if (await deleteTable(home, table)) yield `deleted the table ${table}`;
  if (identity !== null) {
    await home.ses.send(new DeleteIdentityCommand({ Identity: identity }));
    yield `deleted the identity ${identity}`;
  }
  // The app stack retains the logs that hold the security log.
  yield* deleteLogs(home, `/coffer/${name}/`);
  for (const secret of [`coffer-${name}/session-keys`, `coffer-${name}/origin`])
    if (await deleteSecret(home, secret)) yield `deleted the secret ${secret}`;
}

/** Deletes the table with its replicas. */
export const deleteTable = ({ dynamo, region, elsewhere }: Aws, TableName: string): Promise<boolean> =>
  unlessGone(async () => {
    const { Table } = await dynamo.send(new DescribeTableCommand({ TableName }));
    for (const { RegionName = region } of Table?.Replicas ?? [])
      if (RegionName !== region) await deleteAlone(elsewhere(RegionName), TableName);
    await deleteAlone({ dynamo }, TableName);
  });

const deleteAlone = ({ dynamo }: Pick<Aws, "dynamo">, TableName: string): Promise<boolean> =>
  unlessGone(async () => {
    await dynamo.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    // A table that is being changed cannot be deleted.
    await waitUntilTableExists({ client: dynamo, minDelay: 1, maxDelay: 5, maxWaitTime: 300 }, { TableName });
    await dynamo.send(new DeleteTableCommand({ TableName }));
  });

/** Without a recovery window, in which the stage's next deployment could not use the secret's name. */
const deleteSecret = ({ secrets }: Aws, SecretId: string): Promise<boolean> =>
  unlessGone(() => secrets.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true })));

async function unlessGone(remove: () => Promise<unknown>): Promise<boolean> {
  try {
    await remove();
    return true;
  } catch (error) {
    if (isRefusal(error, "ResourceNotFoundException")) return false;
    throw error;
  }
}

async function* deleteLogs({ logs }: Aws, logGroupNamePrefix: string): AsyncGenerator<string> {
  const { logGroups = [] } = await logs.send(new DescribeLogGroupsCommand({ logGroupNamePrefix }));
  for (const { logGroupName } of logGroups) {
    await logs.send(new DeleteLogGroupCommand({ logGroupName }));
    yield `deleted the log ${logGroupName}`;
  }
}

if (import.meta.main)
  await runCommand(async () => {
    const { words, options: values } = readCommandLine(USAGE, process.argv.slice(2));
    const [name = ""] = words;
    const { "with-data": withData, forever } = values;
    if (withData !== forever)
      throw new UsageProblem(
        "Deleting the data of a stage cannot be undone: it takes --with-data --forever.",
      );
    const { stage, home, usEast1 } = await openStage([...contextOf(values), `stage=${name}`]);
    const tables = [`coffer-${name}`, stage.ownTable, stage.restoredTable].filter((table) => table !== null);
    const identity = stage.mailIdentity === "existing" ? null : identityOf(stage);
    for await (const done of destroyStage({
      name,
      tables: [...new Set(tables)],
      identity,
      home,
      usEast1,
      withData,
    }))
      console.log(done);
    console.log(
      withData
        ? `The stage ${name} is gone.`
        : `The stage ${name} is down; its table, secrets, sender and security log are kept.`,
    );
  });
