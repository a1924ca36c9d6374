import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { everything, type TypedItem } from "@coffer/dynamo/backup";
import { createClient } from "@coffer/dynamo/table/client";
import { schema } from "@coffer/dynamo/table/schema";
import { listenLocally } from "../../../packages/test/local-server.ts";

type Snapshot = ReadonlyMap<string, TypedItem>;
type Input = {
  ExportArn?: string;
  S3Bucket?: string;
  S3Prefix?: string;
  ExportTime?: number;
  ExportType?: string;
  IncrementalExportSpecification?: { ExportFromTime: number; ExportToTime: number; ExportViewType: string };
};
type Export = Input & {
  StartTime: number;
  ExportStatus: string;
  FailureCode?: string;
  FailureMessage?: string;
};

const TABLE_ARN = "arn:aws:dynamodb:eu-central-1:123456789012:table/coffer-dev";
/** Started an hour after the midnight at which it ends. */
const begun = (input: Input) => ({
  ...input,
  StartTime: (input.IncrementalExportSpecification?.ExportToTime ?? input.ExportTime ?? 0) + 3_600,
});
/** More than one, and one of them empty. */
const FILES = 3;

/**
 * Stands before the engine and answers DynamoDB's exports besides. An export is written into a folder in place of S3,
 * in the format of https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html, from the
 * states of the table that `remember` kept.
 */
export async function startExports(engine: string, tableName: string, folder: string) {
  const dynamo = createClient(engine);
  const states: { at: number; items: Snapshot }[] = [];
  const exports: Export[] = [];
  const state = { earliest: 0, failure: undefined as string | undefined };
  const stateAt = (at: number): Snapshot => states.findLast((one) => one.at <= at)?.items ?? new Map();

  const operations: Record<string, (input: Input) => object | Promise<object>> = {
    DescribeTable: () => ({ Table: { TableArn: TABLE_ARN } }),
    DescribeContinuousBackups: () => ({
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: "ENABLED",
        PointInTimeRecoveryDescription: { EarliestRestorableDateTime: state.earliest / 1_000 },
      },
    }),
    ListExports: () => ({ ExportSummaries: exports.map((_, index) => ({ ExportArn: String(index) })) }),
    DescribeExport: ({ ExportArn }) => ({ ExportDescription: exports[Number(ExportArn)] }),
    async ExportTableToPointInTime(input) {
      if (state.failure) {
        const failure = {
          FailureCode: state.failure,
          FailureMessage: "The bucket's policy does not allow it",
        };
        exports.push({ ...begun(input), ExportStatus: "FAILED", ...failure });
        return { ExportDescription: exports.at(-1) };
      }
      exports.push({ ...begun(input), ExportStatus: "COMPLETED" });
      await write(input, `0169530000000${exports.length}-a1b2c3d4`);
      return { ExportDescription: exports.at(-1) };
    },
  };

  async function write({ S3Bucket = "", S3Prefix = "", ExportTime = 0, ...input }: Input, id: string) {
    const part = input.IncrementalExportSpecification;
    const lines = part
      ? changes(stateAt(part.ExportFromTime * 1_000), stateAt(part.ExportToTime * 1_000))
      : [...stateAt(ExportTime * 1_000).values()].map((Item) => ({ Item }));
    const own = `${S3Prefix}/AWSDynamoDB/${id}`;
    // Exports of changes share one folder for their data.
    const data = part ? `${S3Prefix}/AWSDynamoDB/data` : `${own}/data`;
    await mkdir(join(folder, own), { recursive: true });
    await mkdir(join(folder, data), { recursive: true });
    const files = [];
    for (let number = 0; number < FILES; number++) {
      const some = lines.filter((_, index) => number > 0 && index % (FILES - 1) === number - 1);
      const dataFileS3Key = `${data}/${id}-${number}.json.gz`;
      await writeFile(
        join(folder, dataFileS3Key),
        gzipSync(some.map((line) => `${JSON.stringify(line)}\n`).join("")),
      );
      files.push({ itemCount: some.length, md5Checksum: "", etag: "", dataFileS3Key });
    }
    const manifestFilesS3Key = `${own}/manifest-files.json`;
    await writeFile(
      join(folder, manifestFilesS3Key),
      files.map((file) => `${JSON.stringify(file)}\n`).join(""),
    );
    const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();
    const times = part
      ? {
          exportFromTime: iso(part.ExportFromTime),
          exportToTime: iso(part.ExportToTime),
          outputView: part.ExportViewType,
          exportType: "INCREMENTAL_EXPORT",
        }
      : { exportTime: iso(ExportTime) };
    const summary = {
      version: part ? "2023-08-01" : "2020-06-30",
      tableArn: TABLE_ARN,
      ...times,
      s3Bucket: S3Bucket,
      s3Prefix: S3Prefix,
      manifestFilesS3Key,
      itemCount: lines.length,
      outputFormat: "DYNAMODB_JSON",
    };
    await writeFile(join(folder, own, "manifest-summary.json"), JSON.stringify(summary));
  }

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const target = `${request.headers["x-amz-target"]}`;
    const known = operations[target.slice(target.lastIndexOf(".") + 1)];
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    const answer = known
      ? Response.json(await known(JSON.parse(body)))
      : await fetch(engine, { method: "POST", headers: Object(headers), body });
    response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return {
    endpoint: await listenLocally(server),
    exports,
    state,
    /** Remembers the table's state as of an instant, in milliseconds. */
    async remember(at: number): Promise<Snapshot> {
      const items = new Map<string, TypedItem>();
      for await (const page of everything(dynamo, tableName))
        for (const item of page) items.set(nameOf(item), item);
      states.push({ at, items });
      return items;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const KEY: readonly string[] = [schema.key.partition, schema.key.sort];
const keyOf = (item: TypedItem): TypedItem =>
  Object.fromEntries(Object.entries(item).filter(([name]) => KEY.includes(name)));

const nameOf = ({ pk, sk }: TypedItem) => `${pk?.S} ${sk?.S}`;

/** One line for each item that differs at the end. Items that were added and deleted between have none. */
function changes(before: Snapshot, after: Snapshot): object[] {
  const Metadata = { WriteTimestampMicros: { N: "1695300000000000" } };
  const written = [...after.values()]
    .filter((item) => !isDeepStrictEqual(item, before.get(nameOf(item))))
    .map((NewImage) => ({ Metadata, Keys: keyOf(NewImage), NewImage }));
  const gone = [...before].filter(([key]) => !after.has(key));
  return [...written, ...gone.map(([, item]) => ({ Metadata, Keys: keyOf(item) }))];
}
