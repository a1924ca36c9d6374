import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { WriteRequest } from "@aws-sdk/client-dynamodb";
import type { TypedItem } from "@coffer/dynamo/backup";
import type { Copy } from "@coffer/dynamo/copies";
import * as v from "valibot";
import { StartProblem } from "../local/settings.ts";

/*
 * Exports of a table as DynamoDB writes them to S3, in a folder of this machine:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html
 */

export type StoredCopy = Copy & { table: string; files: { path: string; items: number }[] };

const SUMMARY = "manifest-summary.json";
const ROOT = "AWSDynamoDB";
const BATCH = 400;

const instant = v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse));
const summary = v.intersect([
  v.object({
    tableArn: v.string(),
    manifestFilesS3Key: v.string(),
    outputFormat: v.literal("DYNAMODB_JSON"),
  }),
  v.union([
    v.object({ exportFromTime: instant, exportToTime: instant }),
    v.pipe(
      v.object({ exportTime: instant }),
      v.transform(({ exportTime }) => ({ exportFromTime: null, exportToTime: exportTime })),
    ),
  ]),
]);
const dataFile = v.object({ dataFileS3Key: v.string(), itemCount: v.number() });

/** The complete exports below a folder; the summary is written last. */
export async function readCopies(folder: string): Promise<StoredCopy[]> {
  const names = await readdir(folder, { recursive: true });
  const summaries = names.filter((name) => name.endsWith(`${sep}${SUMMARY}`) && name.includes(ROOT));
  return Promise.all(summaries.map((name) => readCopy(join(folder, name))));
}

async function readCopy(path: string): Promise<StoredCopy> {
  // Keys are relative to the bucket, of which the folder may be a part.
  const base = path.slice(0, path.lastIndexOf(ROOT));
  const fileOf = (key: string) => {
    const file = join(base, key.slice(key.lastIndexOf(`${ROOT}/`)));
    if (!file.startsWith(join(base, ROOT, sep))) throw new Error(`${key} is not in the folder`);
    return file;
  };
  try {
    const { tableArn, manifestFilesS3Key, ...times } = v.parse(
      summary,
      JSON.parse(await readFile(path, "utf8")),
    );
    const lines = (await readFile(fileOf(manifestFilesS3Key), "utf8")).split("\n").filter(Boolean);
    const files = lines.map((line) => v.parse(dataFile, JSON.parse(line)));
    return {
      table: tableArn,
      from: times.exportFromTime,
      to: times.exportToTime,
      files: files.map(({ dataFileS3Key, itemCount }) => ({ path: fileOf(dataFileS3Key), items: itemCount })),
    };
  } catch (error) {
    throw new StartProblem(`${path} is not the summary of a complete copy.`, { cause: error });
  }
}

/** Reads each file to its end. StartProblem if one is missing or incomplete. */
export async function checkFiles({ files }: StoredCopy): Promise<void> {
  for (const { path, items } of files) {
    let found = 0;
    try {
      for await (const lines of linesIn(path)) found += lines.map(requestOf).length;
    } catch (error) {
      throw new StartProblem(`${path} cannot be read; nothing was restored.`, { cause: error });
    }
    if (found !== items)
      throw new StartProblem(`${path} has ${found} of ${items} items; nothing was restored.`);
  }
}

type Line = { Item?: TypedItem; Keys?: TypedItem; NewImage?: TypedItem };

/** The writes of a copy, some hundreds at a time. */
export async function* requestsIn({ files }: StoredCopy): AsyncGenerator<WriteRequest[]> {
  for (const { path } of files) for await (const lines of linesIn(path)) yield lines.map(requestOf);
}

/** An item that was deleted has keys and no new image. */
function requestOf(line: string): WriteRequest {
  const { Item, Keys, NewImage = Item }: Line = JSON.parse(line);
  const { pk, sk } = NewImage ?? Keys ?? {};
  if (typeof pk?.S !== "string" || typeof sk?.S !== "string") throw new Error("a line without an item");
  return NewImage ? { PutRequest: { Item: NewImage } } : { DeleteRequest: { Key: Keys } };
}

async function* linesIn(path: string): AsyncGenerator<string[]> {
  // A partition without items may have an empty file.
  if ((await stat(path)).size === 0) return;
  const plain = createReadStream(path).pipe(createGunzip());
  let lines: string[] = [];
  for await (const line of createInterface({ input: plain })) {
    if (line) lines.push(line);
    if (lines.length < BATCH) continue;
    yield lines;
    lines = [];
  }
  yield lines;
}
