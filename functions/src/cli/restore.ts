import { access, constants, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { hasUsers, putBack } from "@coffer/dynamo/backup";
import { callerFolder, StartProblem } from "../local/settings.ts";
import { countItems, itemsIn } from "./backup-file.ts";
import { type Command, onTarget, readCommandLine, runAsProcess } from "./target.ts";

const USAGE = "Use: pnpm restore FILE [--stage NAME [--table NAME]]";

export const restore: Command = async (args, environment) => {
  const { words, options } = readCommandLine(args, USAGE, 1);
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
