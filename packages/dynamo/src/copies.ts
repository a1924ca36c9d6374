import {
  DescribeContinuousBackupsCommand,
  DescribeExportCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type ExportDescription,
  ExportTableToPointInTimeCommand,
  paginateListExports,
} from "@aws-sdk/client-dynamodb";
import { inBatches } from "@coffer/domain/batches";
import { DAY_MS, HOUR_MS } from "@coffer/domain/time/day";

/** A copy of the table in S3, in milliseconds: the whole table as of `to`, or what changed from `from` until `to`. */
export type Copy = { from: number | null; to: number };

const WHOLE_EVERY_MS = 7 * DAY_MS;
const DESCRIBED_AT_ONCE = 5;
/** An export of a large table takes hours. */
const LATE_MS = 11 * HOUR_MS;

/**
 * The copies that are missing: a whole one each week, and one of each day's changes, all from midnight to midnight UTC,
 * so that they join without a gap. An export reaches back to `earliest`, so a missing one is made up for later.
 */
export function dueCopies(made: readonly Copy[], now: number, earliest: number): Copy[] {
  const midnight = now - (now % DAY_MS);
  const whole = made.filter(({ from }) => from === null).map(({ to }) => to);
  const isWholeDue = midnight >= earliest && !whole.some((to) => to > midnight - WHOLE_EVERY_MS);
  const since = Math.max(Math.min(...whole), earliest);
  const days: Copy[] = [];
  for (let from = midnight - DAY_MS; from >= since; from -= DAY_MS)
    if (!made.some((copy) => copy.from === from)) days.unshift({ from, to: from + DAY_MS });
  return [...(isWholeDue ? [{ from: null, to: midnight }] : []), ...days];
}

/** Starts missing exports, including failed ones. `late`: copies that were begun long ago, with the reason given by AWS. */
export async function makeCopies(
  { tableName, bucket, now }: { tableName: string; bucket: string; now: number },
  // The client of the table's items knows no dates.
  dynamo = new DynamoDBClient(),
): Promise<{ started: Copy[]; late: string[] }> {
  const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: tableName }));
  const backups = await dynamo.send(new DescribeContinuousBackupsCommand({ TableName: tableName }));
  const recovery = backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
  const earliest = recovery?.EarliestRestorableDateTime?.getTime();
  const TableArn = Table?.TableArn;
  if (!TableArn || earliest === undefined) throw new Error(`${tableName} has no point-in-time recovery`);
  const exports = await describeExports(dynamo, TableArn);
  const inHand = exports.filter(({ ExportStatus }) => ExportStatus !== "FAILED");
  const started = dueCopies(inHand.map(copyOf), now, earliest);

  const [name, account] = bucket.split("/").reverse();
  for (const { from, to } of started)
    await dynamo.send(
      new ExportTableToPointInTimeCommand({
        TableArn,
        S3Bucket: name,
        S3BucketOwner: account,
        S3Prefix: tableName,
        ExportFormat: "DYNAMODB_JSON",
        ...(from === null
          ? { ExportType: "FULL_EXPORT", ExportTime: new Date(to) }
          : {
              ExportType: "INCREMENTAL_EXPORT",
              IncrementalExportSpecification: {
                ExportFromTime: new Date(from),
                ExportToTime: new Date(to),
                ExportViewType: "NEW_IMAGE",
              },
            }),
      }),
    );

  const done = inHand.filter(({ ExportStatus }) => ExportStatus === "COMPLETED").map(copyOf);
  const late = dueCopies(done, now, earliest).flatMap((copy) => {
    const tries = exports.filter((one) => isSame(copyOf(one), copy));
    const begun = Math.min(...tries.map(({ StartTime }) => StartTime?.getTime() ?? now));
    const { FailureCode = "it still runs", FailureMessage = "" } =
      tries.findLast(({ FailureCode }) => FailureCode) ?? {};
    return now - begun > LATE_MS ? `${textOf(copy)}: ${FailureCode} ${FailureMessage}` : [];
  });
  return { started, late };
}

/** For the log. */
export const textOf = ({ from, to }: Copy): string =>
  [from, to].map((at) => (at === null ? "all" : new Date(at).toISOString().slice(0, 10))).join(" to ");

async function describeExports(dynamo: DynamoDBClient, TableArn: string): Promise<ExportDescription[]> {
  const found: ExportDescription[] = [];
  for await (const { ExportSummaries = [] } of paginateListExports({ client: dynamo }, { TableArn }))
    for (const some of inBatches(ExportSummaries, DESCRIBED_AT_ONCE)) {
      const answers = await Promise.all(
        some.map(({ ExportArn }) => dynamo.send(new DescribeExportCommand({ ExportArn }))),
      );
      found.push(...answers.flatMap(({ ExportDescription }) => ExportDescription ?? []));
    }
  return found;
}

function copyOf({ ExportTime, IncrementalExportSpecification: part }: ExportDescription): Copy {
  return part
    ? { from: part.ExportFromTime?.getTime() ?? 0, to: part.ExportToTime?.getTime() ?? 0 }
    : { from: null, to: ExportTime?.getTime() ?? 0 };
}

const isSame = (one: Copy, other: Copy) => one.from === other.from && one.to === other.to;

/**
 * A whole copy and the changes after it, in order, up to `until` or as far as they reach. Copies must join exactly: an
 * export omits what was created and deleted within its time, so an overlap could bring back what was deleted.
 * `missingFrom`: the instant from which changes are missing, if there are later ones.
 */
export function chainOf<C extends Copy>(
  copies: readonly C[],
  until: number,
): { chain: C[]; missingFrom: number | null } {
  const within = copies.filter(({ to }) => to <= until).sort((a, b) => a.to - b.to);
  const whole = within.findLast(({ from }) => from === null);
  if (!whole) return { chain: [], missingFrom: null };
  const chain = [whole];
  for (const copy of within) if (copy.from === chain.at(-1)?.to) chain.push(copy);
  const end = chain.at(-1)?.to ?? 0;
  return { chain, missingFrom: within.some(({ to }) => to > end) ? end : null };
}
