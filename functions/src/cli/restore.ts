import { createReadStream } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { hasUsers, putBack, type TypedItem } from "@coffer/dynamo/backup";
import { callerFolder, StartProblem } from "../local/settings.ts";
import { footer, HEADER } from "./backup.ts";
import { type Command, onTarget, readCommandLine, runAsProcess } from "./target.ts";

const USAGE = "Use: pnpm restore FILE [--stage NAME [--table NAME]]";
const CUT_OFF = "The backup is not whole; nothing of it was restored.";
const BATCH = 500;

export const restore: Command = async (args, environment) => {
  const { words, options } = readCommandLine(args, USAGE, 1);
  const path = resolve(callerFolder(environment), ...words);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new StartProblem(`There is no file ${path}.`);
  await access(path, constants.R_OK).catch(() => {
    throw new StartProblem(`The file ${path} cannot be read.`);
  });
  let whole = 0;
  for await (const items of batches(path)) whole += items.length;
  return onTarget(options, environment, async ({ dynamo, tableName }) => {
    if (await hasUsers(dynamo, tableName))
      throw new StartProblem(
        "The table is not empty; restore into a fresh data folder (COFFER_DATA_DIR) or stage.",
      );
    let count = 0;
    for await (const items of batches(path)) {
      await putBack(dynamo, tableName, items);
      count += items.length;
      console.log(`  ${count} of ${whole} items`);
    }
    return `Restored ${count} items from ${path}.`;
  });
};

async function* batches(path: string): AsyncGenerator<TypedItem[]> {
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
    // A line is an item only once another one follows it: the last is the footer.
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

if (import.meta.main) await runAsProcess(restore);
