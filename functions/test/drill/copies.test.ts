import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DAY_MS, HOUR_MS } from "@coffer/domain/time/day";
import { everything, putBack, writeBack } from "@coffer/dynamo/backup";
import { makeCopies } from "@coffer/dynamo/copies";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { expect, inject, onTestFinished, test } from "vitest";
import { copiesIn, putCopies } from "../../src/cli/restore.ts";
import { startExports } from "./exports.ts";

const MIDNIGHT = Date.parse("2026-11-01T00:00:00Z");
const dynamo = createClient(inject("engine"));

async function emptyTable(): Promise<string> {
  const name = `copies-${randomUUID()}`;
  await ensureTable(dynamo, name);
  return name;
}

/** A table with a state for each day: the values of items by name. */
async function copied(...states: Record<string, string>[]) {
  const tableName = await emptyTable();
  const folder = mkdtempSync(join(tmpdir(), "coffer-copies-"));
  const exports = await startExports(inject("engine"), tableName, folder);
  onTestFinished(() => {
    exports.close();
    rmSync(folder, { recursive: true });
  });
  const { endpoint } = exports;
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new DynamoDBClient({ endpoint, region: "eu-central-1", credentials });
  const make = (day: number, hour = 1) =>
    makeCopies(
      { tableName, bucket: "210987654321/copies", now: MIDNIGHT + day * DAY_MS + hour * HOUR_MS },
      client,
    );
  let last: Record<string, string> = {};
  for (const [day, state] of states.entries()) {
    const gone = Object.keys(last).filter((name) => !(name in state));
    const Key = (name: string) => ({ pk: { S: name }, sk: { S: "-" } });
    await writeBack(
      dynamo,
      tableName,
      gone.map((name) => ({ DeleteRequest: { Key: Key(name) } })),
    );
    const items = Object.entries(state).map(([name, value]) => ({ ...Key(name), value: { S: value } }));
    await putBack(dynamo, tableName, items);
    await exports.remember(MIDNIGHT + day * DAY_MS);
    await make(day);
    last = state;
  }
  return { folder, exports, make, tableName };
}

async function itemsOf(tableName: string): Promise<Record<string, unknown>> {
  const items: [string, unknown][] = [];
  for await (const page of everything(dynamo, tableName))
    for (const { pk, value } of page) items.push([`${pk?.S}`, value?.S]);
  return Object.fromEntries(items);
}

async function restored(folder: string, until?: number): Promise<Record<string, unknown>> {
  const target = await emptyTable();
  const chain = await copiesIn(folder, until);
  for await (const _ of putCopies(chain, dynamo, target));
  return itemsOf(target);
}

const DAYS: Record<string, string>[] = [
  { kept: "1", changed: "1", gone: "1" },
  { kept: "1", changed: "2", added: "1" },
  { kept: "1", changed: "3", added: "1", back: "1" },
  { kept: "1", changed: "3", gone: "again" },
];

test("a whole copy and later changes restore the table as of each day", async () => {
  const { folder } = await copied(...DAYS);
  expect(await restored(folder)).toEqual(DAYS[3]);
  for (const [day, state] of DAYS.entries())
    expect(await restored(folder, MIDNIGHT + day * DAY_MS + HOUR_MS)).toEqual(state);
});

test("a restore begins with the latest weekly copy", async () => {
  const { folder, exports } = await copied(...Array.from({ length: 9 }, (_, day) => ({ day: `${day}` })));
  expect(exports.exports.map(({ ExportType }) => ExportType === "FULL_EXPORT").join(" ")).toBe(
    "true false false false false false false true false false",
  );
  expect(await restored(folder)).toEqual({ day: "8" });
});

test("an interrupted restore resumes at any copy", async () => {
  const { folder } = await copied(...DAYS);
  const chain = await copiesIn(folder);
  for (let steps = 0; steps < DAYS.length; steps++) {
    const target = await emptyTable();
    const cutOff = putCopies(chain, dynamo, target);
    for (let step = 0; step <= steps; step++) await cutOff.next();
    await cutOff.return(undefined);
    for await (const _ of putCopies(chain, dynamo, target));
    expect(await itemsOf(target)).toEqual(DAYS[3]);
  }
});

test("a failed copy is reported until it is repeated", async () => {
  const { exports, make } = await copied(...DAYS.slice(0, 2));
  exports.state.failure = "S3AccessDenied";
  const tried = [await make(2, 1), await make(2, 7), await make(2, 13)];
  expect(tried.map(({ started }) => started.length)).toEqual([1, 1, 1]);
  expect(tried.map(({ late }) => late)).toEqual([
    [],
    [],
    ["2026-11-02 to 2026-11-03: S3AccessDenied The bucket's policy does not allow it"],
  ]);
  exports.state.failure = undefined;
  // A copy that has just started is still missing.
  expect((await make(2, 19)).late).toHaveLength(1);
  expect(await make(2, 19)).toEqual({ started: [], late: [] });
});

test.each<[harm: string, (folder: string) => void, problem: RegExp]>([
  ["a data file is missing", (folder) => rmSync(fileIn(folder)), /cannot be read; nothing was restored/],
  ["a file is cut off", (folder) => truncateSync(fileIn(folder), 40), /cannot be read; nothing was restored/],
  ["a file is empty", (folder) => truncateSync(fileIn(folder), 0), /has 0 of \d items; nothing was restored/],
  [
    "a day is missing",
    (folder) => rmSync(copyIn(folder, 2), { recursive: true }),
    /The copy of what changed from 2026-11-02T00:00:00Z is missing\. With --until 2026-11-02T00:00:00Z/,
  ],
  [
    "the whole copy is missing",
    (folder) => rmSync(copyIn(folder, 0), { recursive: true }),
    /has no whole copy of the table from before now/,
  ],
  [
    "its manifest is not one",
    (folder) => writeFileSync(join(copyIn(folder, 1), "manifest-files.json"), "{}"),
    /is not the summary of a complete copy/,
  ],
  [
    "its manifest names a file outside",
    (folder) =>
      writeFileSync(
        join(copyIn(folder, 1), "manifest-files.json"),
        '{"dataFileS3Key":"AWSDynamoDB/../../../etc/hosts","itemCount":1}',
      ),
    /is not the summary of a complete copy/,
  ],
  [
    "a line has no item",
    (folder) => writeFileSync(fileIn(folder), gzipSync('{"Item":{"pk":{"S":"USER#1"}}}\n')),
    /cannot be read; nothing was restored/,
  ],
])("nothing is restored if %s", async (_, harm, problem) => {
  const { folder } = await copied(...DAYS);
  harm(folder);
  await expect(restored(folder)).rejects.toThrow(problem);
});

const inFolder = (folder: string, name: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => name.test(path))
    .sort()
    .map((path) => join(folder, path));
const fileIn = (folder: string) => inFolder(folder, /-1\.json\.gz$/)[0] ?? "";
const copyIn = (folder: string, number: number) => inFolder(folder, /a1b2c3d4$/)[number] ?? "";
