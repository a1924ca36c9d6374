import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inflateRawSync } from "node:zlib";
import { ROWS_A_DAY } from "@coffer/domain/ceilings";
import { EXPORT_FORMAT, EXPORT_VERSION } from "@coffer/domain/portability/export";
import { portableItem } from "@coffer/domain/portability/portable";
import { pluralize } from "@coffer/domain/text/plural";
import * as v from "valibot";
import { callerFolder, StartProblem } from "../local/settings.ts";
import { convertActual } from "./actual.ts";
import { readCommandLine, wrongUse } from "./command-line.ts";
import { type Command, runAsProcess, writeNew } from "./target.ts";

const USAGE = {
  use: ["pnpm convert FILE --out FILE"],
  about: "Turns the export of Actual (a zip) into a file that Settings, Restore takes into an empty budget.",
  words: [1, 1],
  options: { out: { type: "string", takes: "FILE", help: "the file to write; it must not exist yet" } },
} as const;

const CUT = "The zip is cut off or damaged. Export the budget from Actual again.";
const NO_ACTUAL =
  "This is not an export of Actual, which is a zip that contains db.sqlite (Actual: Settings, Export data).";
const ENCRYPTED = "The budget in this zip is encrypted. Export it from within Actual, where it is open.";
/** Bytes. A lifetime's budget unpacks to a tenth of this. */
const LARGEST = 1024 ** 3;
const TOO_LARGE = "The budget in this zip unpacks to more than a gigabyte, which no budget of Actual has.";

export const convert: Command = async (args, environment) => {
  const { words, options } = readCommandLine(USAGE, args);
  if (!options.out) throw wrongUse(USAGE);
  const [path, out] = [...words, options.out].map((name) => resolve(callerFolder(environment), name));
  if (!path || !out) throw wrongUse(USAGE);
  const bytes = await readFile(path).catch(() => {
    throw new StartProblem(`${path} cannot be read.`);
  });
  const parts = partsOf(bytes);
  const database = parts.get("db.sqlite");
  if (!database) throw new StartProblem(NO_ACTUAL);
  const folder = await mkdtemp(join(tmpdir(), "coffer-convert-"));
  try {
    await writeFile(join(folder, "db.sqlite"), database(), { mode: 0o600 });
    const { items, toReview, moved, leftOut } = converted(
      join(folder, "db.sqlite"),
      parts.get("metadata.json")?.(),
    );
    const head = `{"format":"${EXPORT_FORMAT}","version":${EXPORT_VERSION},"people":[],"items":[\n`;
    const lines = items.map((item) => JSON.stringify(item)).join(",\n");
    await writeNew(out, `${head}${lines}\n]}\n`);
    const halves =
      moved > 0
        ? ` ${pluralize(moved, "half", "halves")} of transfers between own accounts ${moved === 1 ? "is" : "are"} in no figure.`
        : "";
    const without = leftOut.length > 0 ? ` Left out: ${leftOut.join(", ")}.` : "";
    const waiting =
      toReview > 0
        ? ` ${pluralize(toReview, "row")} without a category ${toReview === 1 ? "waits" : "wait"} in “To review”.`
        : "";
    const days = Math.ceil(items.length / ROWS_A_DAY);
    const slowly =
      days > 1
        ? ` A budget takes ${ROWS_A_DAY.toLocaleString("en-US")} rows a day, so restore the same file again on ${days} days.`
        : "";
    return `Wrote ${pluralize(items.length, "item")} to ${out}. Restore it under Settings.${slowly}${waiting}${halves}${without}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

function converted(path: string, metadata: Uint8Array | undefined) {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const names = new Set(tables.map(({ name }) => name));
    if (!["accounts", "categories", "transactions"].every((name) => names.has(name)))
      throw new StartProblem(NO_ACTUAL);
    const chosen = names.has("preferences")
      ? db.prepare("SELECT value FROM preferences WHERE id = 'budgetType'").get()?.value
      : undefined;
    const budgetType = String(
      chosen ?? /"budgetType"\s*:\s*"(\w+)"/.exec(Buffer.from(metadata ?? []).toString())?.[1],
    );
    const now = Date.now();
    const found = db
      .prepare("SELECT max(date) AS last FROM transactions WHERE tombstone = 0 AND date <= ?")
      .get(Number(new Date(now).toISOString().slice(0, 10).replaceAll("-", "")));
    const last = String(found?.last ?? new Date(now).toISOString().slice(0, 10).replaceAll("-", ""));
    const openingMonth = `${last.slice(0, 4)}-${last.slice(4, 6)}`;
    const result = convertActual(db, ["report", "tracking"].includes(budgetType), openingMonth, now);
    for (const item of result.items) {
      const read = v.safeParse(portableItem, item);
      if (!read.success)
        throw new StartProblem(`A part of the budget cannot be converted: ${read.issues[0].message}.`);
    }
    return result;
  } catch (error) {
    const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
    if (code === 26) throw new StartProblem(ENCRYPTED);
    if (code !== undefined) throw new StartProblem(CUT);
    throw error;
  } finally {
    db?.close();
  }
}

/** The files of a zip by their names, unpacked on demand. */
function partsOf(zip: Buffer): Map<string, () => Uint8Array> {
  if (zip.length < 4 || zip.readUInt32LE(0) !== 0x04034b50) throw new StartProblem(NO_ACTUAL);
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0) throw new StartProblem(CUT);
  const parts = new Map<string, () => Uint8Array>();
  try {
    let at = zip.readUInt32LE(end + 16);
    for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
      if (zip.readUInt32LE(at) !== 0x02014b50) throw new StartProblem(CUT);
      const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)];
      const [size, unpacked] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
      const start = zip.readUInt32LE(at + 42);
      const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
      const name = zip.toString("utf8", at + 46, nameEnd).replace(/^.*\//, "");
      at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
      parts.set(name, () => {
        if (flags & 1) throw new StartProblem(ENCRYPTED);
        if (unpacked > LARGEST) throw new StartProblem(TOO_LARGE);
        try {
          const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
          const packed = zip.subarray(data, data + size);
          if (method === 0) return packed;
          return inflateRawSync(packed, { maxOutputLength: LARGEST });
        } catch (error) {
          const isTooLarge =
            error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
          throw new StartProblem(isTooLarge ? TOO_LARGE : CUT);
        }
      });
    }
  } catch {
    throw new StartProblem(CUT);
  }
  return parts;
}

if (import.meta.main) await runAsProcess(convert);
