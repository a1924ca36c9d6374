import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { TypedItem } from "@coffer/dynamo/backup";
import * as v from "valibot";
import { StartProblem } from "../local/settings.ts";

/** The first line: a restore refuses any other kind of file. */
export const HEADER = JSON.stringify({ coffer: "backup", version: 1 });
/** The last line: a restore refuses a truncated or changed file. Files of before 27 November 2026 have no sum. */
export const footer = (items: number, sum?: string): string => JSON.stringify({ coffer: "end", items, sum });

export const createSum = () => createHash("sha256");

const BATCH = 500;
const DAMAGED = "The backup is incomplete or damaged; nothing was restored.";
const stored = v.looseObject({ pk: v.object({ S: v.string() }), sk: v.object({ S: v.string() }) });

/** Reads a whole backup: how many items it has, and its last line. StartProblem if it is incomplete or damaged. */
export async function checkBackup(path: string): Promise<{ items: number; end: string }> {
  const lines = itemsIn(path);
  let count = 0;
  for (;;) {
    const { done, value } = await lines.next();
    if (done) return { items: count, end: value };
    count += value.length;
  }
}

/** The items of a backup, some hundreds at a time, and then its last line. StartProblem as `checkBackup`. */
export async function* itemsIn(path: string): AsyncGenerator<TypedItem[], string> {
  const sum = createSum();
  let first: string | undefined;
  let last = "";
  let count = 0;
  let items: TypedItem[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (first === undefined) {
      first = line;
      if (first !== HEADER) break;
      continue;
    }
    // The last line is the footer, so a line is an item only when another follows.
    if (last !== "") {
      items.push(parse(last));
      sum.update(last);
      count += 1;
    }
    last = line;
    if (items.length === BATCH) {
      yield items;
      items = [];
    }
  }
  if (first !== HEADER) throw new StartProblem(`${path} is not a backup of Coffer.`);
  if (![footer(count), footer(count, sum.digest("hex"))].includes(last)) throw new StartProblem(DAMAGED);
  yield items;
  return last;
}

function parse(line: string): TypedItem {
  try {
    const item: TypedItem = JSON.parse(line);
    v.assert(stored, item);
    return item;
  } catch {
    throw new StartProblem(DAMAGED);
  }
}
