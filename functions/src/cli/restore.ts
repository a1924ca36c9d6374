import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { hasUsers, putBack, type TypedItem } from "@coffer/dynamo/backup";
import { StartProblem, standingIn } from "../local/settings.ts";
import { endOf, HEADER } from "./backup.ts";
import { command, openTarget, readCommandLine } from "./target.ts";

const USAGE = "Use: pnpm restore FILE [--stage NAME [--table NAME]]";
const CUT_OFF = "The backup is not whole; nothing of it was restored.";
/** Items put back together; progress is told after each. */
const PORTION = 500;

/** `pnpm restore FILE`: puts a backup back into an empty table, exactly as it was. */
await command(async () => {
  const { words, place } = readCommandLine(USAGE);
  const [file] = words;
  if (!file || words.length > 1) throw new StartProblem(USAGE);
  const path = resolve(standingIn(), file);
  await access(path).catch(() => {
    throw new StartProblem(`There is no file ${path}.`);
  });
  let whole = 0;
  for await (const items of portions(path)) whole += items.length;
  const target = await openTarget(place);
  try {
    if (await hasUsers(target.dynamo, target.tableName)) {
      throw new StartProblem(
        "The table is not empty; restore into a fresh data folder (COFFER_DATA_DIR) or stage.",
      );
    }
    let count = 0;
    for await (const items of portions(path)) {
      await putBack(target.dynamo, target.tableName, items);
      count += items.length;
      console.log(`  ${count} of ${whole} items`);
    }
    console.log(`Restored ${count} items from ${path}.`);
  } finally {
    await target.close();
  }
});

/** The file's items; refuses a file that is not a backup of ours, or not all of one. */
async function* portions(path: string): AsyncGenerator<TypedItem[]> {
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
    // Each line is known for an item once there is another after it: the last one is the end's.
    if (last !== "") {
      items.push(parse(last));
      count += 1;
    }
    last = line;
    if (items.length === PORTION) {
      yield items;
      items = [];
    }
  }
  if (first !== HEADER) throw new StartProblem(`${path} is not a backup of Coffer.`);
  if (last !== endOf(count)) throw new StartProblem(CUT_OFF);
  yield items;
}

function parse(line: string): TypedItem {
  try {
    return JSON.parse(line);
  } catch {
    throw new StartProblem(CUT_OFF);
  }
}
