import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { everything } from "@coffer/dynamo/backup";
import { callerFolder, StartProblem } from "../local/settings.ts";
import { type Command, onTarget, readCommandLine, runAsProcess } from "./target.ts";

const USAGE = "Use: pnpm backup FILE [--stage NAME [--table NAME]]";
/** The first line, so that no other kind of file is ever restored. */
export const HEADER = JSON.stringify({ coffer: "backup", version: 1 });
/** The last line, so that no file that was cut off is ever restored. */
export const footer = (items: number): string => JSON.stringify({ coffer: "end", items });

/** An item a line in DynamoDB's typed JSON. */
export const backup: Command = async (args, environment) => {
  const { words, options } = readCommandLine(args, USAGE, 1);
  const path = resolve(callerFolder(environment), ...words);
  const draft = `${path}.part`;
  return onTarget(options, environment, async ({ dynamo, tableName }) => {
    let count = 0;
    async function* lines() {
      yield `${HEADER}\n`;
      for await (const items of everything(dynamo, tableName)) {
        for (const item of items) yield `${JSON.stringify(item)}\n`;
        count += items.length;
        if (items.length > 0) console.log(`  ${count} items`);
      }
      yield `${footer(count)}\n`;
    }
    try {
      await pipeline(Readable.from(lines()), createWriteStream(draft, { mode: 0o600 }));
      await rename(draft, path);
      return `Backed up ${count} items to ${path}.`;
    } catch (error) {
      throw isFileError(error) ? new StartProblem(`${path} cannot be written (${error.code}).`) : error;
    } finally {
      await rm(draft, { force: true });
    }
  });
};

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    "syscall" in error &&
    ["open", "write", "rename"].some((call) => call === error.syscall)
  );
}

if (import.meta.main) await runAsProcess(backup);
