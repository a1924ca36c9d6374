import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { isEmpty, putBack, type TypedItem } from "@coffer/dynamo/backup";
import { HEADER } from "./backup.ts";
import { StartProblem, standingIn } from "./settings.ts";
import { command, openTarget, readCommandLine } from "./target.ts";

const USAGE = "Use: pnpm restore FILE [--stage NAME [--table NAME]]";
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
  const target = await openTarget(place);
  try {
    if (!(await isEmpty(target.dynamo, target.tableName))) {
      throw new StartProblem(
        "The table is not empty; restore into a fresh data folder (COFFER_DATA_DIR) or stage.",
      );
    }
    let count = 0;
    for await (const items of portions(path)) {
      await putBack(target.dynamo, target.tableName, items);
      count += items.length;
      console.log(`  ${count} items`);
    }
    console.log(`Restored ${count} items from ${path}.`);
  } finally {
    await target.close();
  }
});

/** The file's items; refuses a file that is not a backup of ours, or is cut off within a line. */
async function* portions(path: string): AsyncGenerator<TypedItem[]> {
  let number = 0;
  let items: TypedItem[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    number += 1;
    if (number === 1) {
      if (line !== HEADER) throw new StartProblem(`${path} is not a backup of Coffer.`);
      continue;
    }
    items.push(parse(line, number));
    if (items.length === PORTION) {
      yield items;
      items = [];
    }
  }
  if (number === 0) throw new StartProblem(`${path} is not a backup of Coffer.`);
  yield items;
}

function parse(line: string, number: number): TypedItem {
  try {
    return JSON.parse(line);
  } catch {
    throw new StartProblem(`Line ${number} of the backup is not whole; nothing after it was restored.`);
  }
}
