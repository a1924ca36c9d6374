import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { everything } from "@coffer/dynamo/backup";
import * as v from "valibot";
import { callerFolder, readSettings, StartProblem } from "../local/settings.ts";
import { checkBackup, createSum, footer, HEADER } from "./backup-file.ts";
import { COUNT, readCommandLine, wrongUse } from "./command-line.ts";
import { type Command, onTarget, runAsProcess, TARGET } from "./target.ts";

const USAGE = {
  use: ["pnpm backup FILE [--stage NAME [--table NAME]]", "pnpm backup [FOLDER] --keep N"],
  about: "Writes everything in the table to a file, lossless.",
  words: [0, 1],
  options: {
    keep: {
      ...COUNT,
      help: "writes a dated file into the folder, and deletes all but the newest N that it made there",
    },
    ...TARGET,
  },
} as const;

/** Each line is an item in DynamoDB's typed JSON. */
export const backup: Command = async (args, environment) => {
  const { words, options } = readCommandLine(USAGE, args);
  if (options.keep !== undefined) return backupAndKeep(Number(options.keep), words[0], options, environment);
  if (words[0] === undefined) throw wrongUse(USAGE);
  const path = resolve(callerFolder(environment), words[0]);
  const items = await writeBackup(path, options, environment);
  return `Backed up ${items} items to ${path}.`;
};

type Target = Parameters<typeof onTarget>[0];

async function writeBackup(
  path: string,
  target: Target,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<number> {
  const draft = `${path}.part`;
  return onTarget(target, environment, async ({ dynamo, tableName }) => {
    let count = 0;
    const sum = createSum();
    async function* lines() {
      yield `${HEADER}\n`;
      for await (const items of everything(dynamo, tableName)) {
        for (const item of items) {
          const line = JSON.stringify(item);
          sum.update(line);
          yield `${line}\n`;
        }
        count += items.length;
        if (items.length > 0) console.log(`  ${count} items`);
      }
      yield `${footer(count, sum.digest("hex"))}\n`;
    }
    try {
      await pipeline(Readable.from(lines()), createWriteStream(draft, { mode: 0o600 }));
      await rename(draft, path);
      return count;
    } catch (error) {
      throw isFileError(error) ? new StartProblem(`${path} cannot be written (${error.code}).`) : error;
    } finally {
      await rm(draft, { force: true }).catch(() => undefined);
    }
  });
}

/**
 * Writes a dated backup into a folder, reads it back, and only then deletes all but the newest `keep` backups that this
 * command wrote there. It never deletes other files, whatever their names.
 */
async function backupAndKeep(
  keep: number,
  folderName: string | undefined,
  target: Target,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<string> {
  const folder = folderName
    ? resolve(callerFolder(environment), folderName)
    : join(readSettings(environment).dataDir, "backups");
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new StartProblem(
      `With --keep, backups go into a folder, and ${folder} cannot be made one (${error.code}).`,
    );
  }
  const name = `coffer-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.jsonl`;
  const path = join(folder, name);
  const items = await writeBackup(path, target, environment);
  const { items: readBack } = await checkBackup(path);
  if (readBack !== items)
    throw new StartProblem(
      `${path} was written, but reads back as ${readBack} of ${items} items; nothing was deleted.`,
    );
  const made = [...(await madeIn(folder)), name];
  const [old, kept] = [made.slice(0, -keep), made.slice(-keep)];
  for (const each of old) await rm(join(folder, each), { force: true });
  await writeFile(join(folder, LIST), JSON.stringify(kept), { mode: 0o600 });
  const deleted = old.length > 0 ? `, and deleted ${old.length} older` : "";
  return `Backed up ${items} items to ${path}, read it back${deleted}.`;
}

/** The names of the backups that this command wrote to a folder, oldest first. */
const LIST = ".coffer-backups.json";
const listed = v.array(v.pipe(v.string(), v.regex(/^coffer-[\dTZ-]+\.jsonl$/)));

async function madeIn(folder: string): Promise<string[]> {
  try {
    const names = v.parse(listed, JSON.parse(await readFile(join(folder, LIST), "utf8")));
    const isThere = await Promise.all(names.map((name) => isFile(join(folder, name))));
    return names.filter((_, index) => isThere[index]);
  } catch {
    // Without a readable list, this command deletes nothing.
    return [];
  }
}

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    "syscall" in error &&
    ["mkdir", "open", "write", "rename"].some((call) => call === error.syscall)
  );
}

if (import.meta.main) await runAsProcess(backup);
