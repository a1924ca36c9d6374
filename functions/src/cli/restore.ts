import { access, constants, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { hasUsers, putBack } from "@coffer/dynamo/backup";
import { callerFolder, StartProblem } from "../local/settings.ts";
import { countItems, itemsIn } from "./backup-file.ts";
import { readCommandLine } from "./command-line.ts";
import { type Command, onTarget, runAsProcess, TARGET } from "./target.ts";

const USAGE = {
  use: ["pnpm restore FILE [--stage NAME [--table NAME]]"],
  about: "Puts a backup into an empty table.",
  words: [1, 1],
  options: TARGET,
} as const;

export const restore: Command = async (args, environment) => {
  const { words, options } = readCommandLine(USAGE, args);
  const path = resolve(callerFolder(environment), ...words);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new StartProblem(`There is no file ${path}.`);
  await access(path, constants.R_OK).catch(() => {
    throw new StartProblem(`The file ${path} cannot be read.`);
  });
  const whole = await countItems(path);
  return onTarget(options, environment, async ({ dynamo, tableName }) => {
    if (await hasUsers(dynamo, tableName))
      throw new StartProblem(
        "The table is not empty; restore into a fresh data folder (COFFER_DATA_DIR) or stage.",
      );
    let count = 0;
    for await (const items of itemsIn(path)) {
      await putBack(dynamo, tableName, items);
      count += items.length;
      console.log(`  ${count} of ${whole} items`);
    }
    return `Restored ${count} items from ${path}.`;
  });
};

if (import.meta.main) await runAsProcess(restore);
