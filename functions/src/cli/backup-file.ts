import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { TypedItem } from "@coffer/dynamo/backup";
import { StartProblem } from "../local/settings.ts";

/** The first line: a restore refuses any other kind of file. */
export const HEADER = JSON.stringify({ coffer: "backup", version: 1 });
/** The last line: a restore refuses a truncated file. */
export const footer = (items: number): string => JSON.stringify({ coffer: "end", items });

const BATCH = 500;
const CUT_OFF = "The backup is incomplete; nothing was restored.";

/** Counts the items of a backup. StartProblem if it is incomplete. */
export async function countItems(path: string): Promise<number> {
  let count = 0;
  for await (const items of itemsIn(path)) count += items.length;
  return count;
}

/** The items of a backup, some hundreds at a time. StartProblem if it is incomplete. */
export async function* itemsIn(path: string): AsyncGenerator<TypedItem[]> {
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
      count += 1;
    }
    last = line;
    if (items.length === BATCH) {
      yield items;
      items = [];
    }
  }
  if (first !== HEADER) throw new StartProblem(`${path} is not a backup of Coffer.`);
  if (last !== footer(count)) throw new StartProblem(CUT_OFF);
  yield items;
}

function parse(line: string): TypedItem {
  try {
    return JSON.parse(line);
  } catch {
    throw new StartProblem(CUT_OFF);
  }
}
