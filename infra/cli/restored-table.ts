import { setTimeout as wait } from "node:timers/promises";
import * as dynamodb from "@aws-sdk/client-dynamodb";
import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  PutFunctionConcurrencyCommand,
} from "@aws-sdk/client-lambda";
import { schema } from "@coffer/dynamo/table/schema";
import { UsageProblem } from "@coffer/functions/cli/command-line";
import { MAX_CONCURRENCY, type Stage } from "../config.ts";
import { type Aws, isRefusal, undefinedIfGone } from "./aws.ts";

/** The tag that says since when a restored table has served calls, and so differs from that instant's data. */
const SERVED = "coffer-served";

type Restoring = { source: string; target: string; at: number; pollMs: number };

const describe = async ({ dynamo }: Aws, TableName: string): Promise<dynamodb.TableDescription | undefined> =>
  (await dynamo.send(new dynamodb.DescribeTableCommand({ TableName })).catch(undefinedIfGone))?.Table;

export async function requireRestorable(home: Aws, source: string, at: number): Promise<void> {
  const { ContinuousBackupsDescription } = await home.dynamo.send(
    new dynamodb.DescribeContinuousBackupsCommand({ TableName: source }),
  );
  const { EarliestRestorableDateTime: from, LatestRestorableDateTime: to } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (!from || !to || at < from.getTime() || at > to.getTime())
    throw new UsageProblem(
      `The table ${source}, on which the stage runs, can be restored ${from && to ? `as of an instant from ${from.toISOString()} to ${to.toISOString()}` : "only with point-in-time recovery, which is off"}.`,
    );
}

export async function* restoreTable(
  home: Aws,
  { source, target, at, pollMs }: Restoring,
): AsyncGenerator<string> {
  const found = await describe(home, target);
  if (found) await requireUntouched(home, found, source);
  else
    await home.dynamo.send(
      new dynamodb.RestoreTableToPointInTimeCommand({
        SourceTableName: source,
        TargetTableName: target,
        RestoreDateTime: new Date(at),
        SSESpecificationOverride: { Enabled: true, SSEType: "KMS" },
      }),
    );
  yield `restoring ${source} into ${target}: minutes to hours, depending on its size`;
  yield* untilActive(home, target, pollMs);
}

async function requireUntouched(
  home: Aws,
  { TableName, TableArn, RestoreSummary }: dynamodb.TableDescription,
  source: string,
) {
  const { Tags = [] } = await home.dynamo.send(
    new dynamodb.ListTagsOfResourceCommand({ ResourceArn: TableArn }),
  );
  if (RestoreSummary?.SourceTableArn?.endsWith(`table/${source}`) && !Tags.some(({ Key }) => Key === SERVED))
    return;
  throw new UsageProblem(
    `The table ${TableName} exists and has been in use since, or was not restored from ${source}: delete it, or choose another second.`,
  );
}

async function* untilActive(home: Aws, name: string, pollMs: number): AsyncGenerator<string> {
  const start = Date.now();
  for (let polls = 1; ; polls++) {
    const status = (await describe(home, name))?.TableStatus;
    if (status === "ACTIVE") return;
    if (polls % 10 === 0)
      yield `  ${name} is ${status ?? "still missing"}, after ${Math.round((Date.now() - start) / 1_000)} s`;
    await wait(pollMs);
  }
}

export async function* completeTable(
  home: Aws,
  target: string,
  view: dynamodb.StreamViewType,
  pollMs: number,
): AsyncGenerator<string, string> {
  const { dynamo } = home;
  yield* setStream(home, target, view, pollMs);
  const TimeToLiveSpecification = { Enabled: true, AttributeName: schema.ttl };
  await dynamo
    .send(new dynamodb.UpdateTimeToLiveCommand({ TableName: target, TimeToLiveSpecification }))
    .catch((error: unknown) => {
      // A repeated call is refused: expiry is on already.
      if (!isRefusal(error, "ValidationException")) throw error;
    });
  await dynamo.send(
    new dynamodb.UpdateContinuousBackupsCommand({
      TableName: target,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  );
  const streamArn = await streamOf(home, target);
  yield `${target} has its stream, expiry, recovery and protection`;
  return streamArn;
}

/** A stream's view cannot change, so the old stream is turned off first. */
export async function* setStream(
  home: Aws,
  TableName: string,
  StreamViewType: dynamodb.StreamViewType,
  pollMs: number,
): AsyncGenerator<string> {
  const change = async (input: Partial<dynamodb.UpdateTableCommandInput>) =>
    home.dynamo.send(new dynamodb.UpdateTableCommand({ TableName, ...input }));
  const now = (await describe(home, TableName))?.StreamSpecification;
  if (now?.StreamEnabled && now.StreamViewType === StreamViewType) return;
  if (now?.StreamEnabled) {
    await change({ StreamSpecification: { StreamEnabled: false } });
    yield* untilActive(home, TableName, pollMs);
  }
  await change({
    DeletionProtectionEnabled: true,
    StreamSpecification: { StreamEnabled: true, StreamViewType },
  });
  yield* untilActive(home, TableName, pollMs);
}

export async function streamOf(home: Aws, table: string): Promise<string> {
  const { LatestStreamArn } = (await describe(home, table)) ?? {};
  if (!LatestStreamArn) throw new Error(`The table ${table} has no stream`);
  return LatestStreamArn;
}

/** When the restored table began to serve, in milliseconds; undefined for a table that is not from a restore. */
export async function servedSince(home: Aws, table: string): Promise<number | undefined> {
  const ResourceArn = (await describe(home, table))?.TableArn;
  const { Tags = [] } = await home.dynamo.send(new dynamodb.ListTagsOfResourceCommand({ ResourceArn }));
  const since = Date.parse(Tags.find(({ Key }) => Key === SERVED)?.Value ?? "");
  return Number.isNaN(since) ? undefined : since;
}

export async function markServed(home: Aws, target: string): Promise<void> {
  const ResourceArn = (await describe(home, target))?.TableArn;
  await home.dynamo.send(
    new dynamodb.TagResourceCommand({
      ResourceArn,
      Tags: [{ Key: SERVED, Value: new Date().toISOString() }],
    }),
  );
}

const functionsOf = (stage: string) =>
  Object.entries(MAX_CONCURRENCY).map(([name, most]) => ({ FunctionName: `coffer-${stage}-${name}`, most }));

export async function stop({ lambda }: Aws, stage: string): Promise<void> {
  for (const { FunctionName } of functionsOf(stage))
    await lambda
      .send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }))
      .catch(undefinedIfGone);
}

export async function start({ lambda }: Aws, { name, reserveConcurrency }: Stage): Promise<void> {
  for (const { FunctionName, most } of functionsOf(name))
    await (reserveConcurrency
      ? lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: most }))
      : lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }))
    ).catch(undefinedIfGone);
}

export async function tablesInUse({ lambda }: Aws, stage: string): Promise<Map<string, string>> {
  const tables = new Map<string, string>();
  for (const { FunctionName } of functionsOf(stage)) {
    const command = new GetFunctionConfigurationCommand({ FunctionName, Qualifier: "live" });
    const found = await lambda.send(command).catch(undefinedIfGone);
    const table = found?.Environment?.Variables?.TABLE_NAME;
    if (table !== undefined) tables.set(FunctionName, table);
  }
  return tables;
}

/** The table that the stage's functions use. UsageProblem if the stage is not deployed. */
export async function tableInUse(home: Aws, stage: string): Promise<string> {
  const [table] = new Set((await tablesInUse(home, stage)).values());
  if (!table) throw new UsageProblem(`The stage ${stage} is not deployed in ${home.region}.`);
  return table;
}
