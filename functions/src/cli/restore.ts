import { access, constants, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { pluralize } from "@coffer/domain/text/plural";
import { hasUsers, putBack, restoreProgress, writeBack } from "@coffer/dynamo/backup";
import { chainOf } from "@coffer/dynamo/copies";
import { callerFolder, StartProblem } from "../local/settings.ts";
import { checkBackup, itemsIn } from "./backup-file.ts";
import { parseInstant, readCommandLine, wrongUse } from "./command-line.ts";
import { checkFiles, readCopies, requestsIn, type StoredCopy } from "./copy-folder.ts";
import { type Command, onTarget, runAsProcess, TARGET, type TargetOptions } from "./target.ts";

const USAGE = {
  use: [
    "pnpm restore FILE [--stage NAME [--table NAME]]",
    "pnpm restore FOLDER [--until INSTANT] [--stage NAME --table NAME]",
  ],
  about:
    "Puts a backup into an empty table: a file of pnpm backup, or a folder of the copies that a stage makes in S3.",
  words: [1, 1],
  options: {
    until: {
      type: "string",
      takes: "INSTANT",
      help: "restores no later copies, as in 2026-11-20T00:00:00Z",
    },
    ...TARGET,
  },
} as const;

const NOT_EMPTY = "The table is not empty; restore into a fresh data folder (COFFER_DATA_DIR) or stage.";

export const restore: Command = async (args, environment) => {
  const { words, options } = readCommandLine(USAGE, args);
  const path = resolve(callerFolder(environment), ...words);
  const found = await stat(path).catch(() => undefined);
  const until = options.until === undefined ? Number.POSITIVE_INFINITY : parseInstant(options.until);
  if (until === undefined) throw wrongUse(USAGE, `--until takes INSTANT, not "${options.until}"`);
  if (found?.isDirectory()) return restoreCopies(path, until, options, environment);
  if (!found?.isFile()) throw new StartProblem(`There is no file ${path}.`);
  if (options.until !== undefined) throw wrongUse(USAGE, "--until is for a folder of copies");
  await access(path, constants.R_OK).catch(() => {
    throw new StartProblem(`The file ${path} cannot be read.`);
  });
  const { items: whole, end } = await checkBackup(path);
  return onTarget(options, environment, async ({ dynamo, tableName }) => {
    const progress = restoreProgress(dynamo, tableName, end);
    await requireEmpty(progress, dynamo, tableName);
    await progress.write(0);
    let count = 0;
    for await (const items of itemsIn(path)) {
      await putBack(dynamo, tableName, items);
      count += items.length;
      console.log(`  ${count} of ${whole} items`);
    }
    await progress.end();
    return `Restored ${count} items from ${path}.`;
  });
};

async function restoreCopies(
  folder: string,
  until: number,
  target: TargetOptions,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<string> {
  if (target.stage !== undefined && target.table === undefined)
    throw new StartProblem(
      `The stage's functions must not run during the restore: use pnpm run restore-stage --stage ${target.stage} --from ${folder}`,
    );
  const chain = await copiesIn(folder, until);
  return onTarget(target, environment, async ({ dynamo, tableName }) => {
    await requireEmpty(progressOf(chain, dynamo, tableName), dynamo, tableName);
    for await (const line of putCopies(chain, dynamo, tableName)) console.log(`  ${line}`);
    const copies = pluralize(chain.length - 1, "copy", "copies");
    return `Restored the table as of ${instantOf(chain)} from a whole copy and ${copies} of changes.`;
  });
}

export const instantOf = (chain: readonly StoredCopy[]): string => textOf(chain.at(-1)?.to);

export const progressOf = (chain: readonly StoredCopy[], dynamo: DynamoDBClient, tableName: string) =>
  restoreProgress(dynamo, tableName, `${chain[0]?.table} until ${instantOf(chain)}`);

/** The copies to restore one after the other. All their files have been checked. */
export async function copiesIn(folder: string, until = Number.POSITIVE_INFINITY): Promise<StoredCopy[]> {
  const chain = chosenCopies(await readCopies(folder), folder, until);
  for (const copy of chain) await checkFiles(copy);
  return chain;
}

/** Throws StartProblem for a table with users, unless an interrupted restore of the same backup wrote them. */
export async function requireEmpty(
  progress: ReturnType<typeof restoreProgress>,
  dynamo: DynamoDBClient,
  tableName: string,
): Promise<void> {
  if ((await progress.read()) === undefined && (await hasUsers(dynamo, tableName)))
    throw new StartProblem(NOT_EMPTY);
}

/**
 * Writes a chain of copies into an empty table. A repeated call resumes at the copy where an earlier one was interrupted.
 * Yields lines of progress.
 */
export async function* putCopies(
  chain: readonly StoredCopy[],
  dynamo: DynamoDBClient,
  tableName: string,
): AsyncGenerator<string> {
  const progress = progressOf(chain, dynamo, tableName);
  const done = (await progress.read()) ?? 0;
  for (const [index, copy] of chain.entries()) {
    if (index < done) continue;
    await progress.write(index);
    let count = 0;
    for await (const requests of requestsIn(copy)) {
      await writeBack(dynamo, tableName, requests);
      count += requests.length;
    }
    const what = copy.from === null ? "the whole table" : `changes from ${textOf(copy.from)}`;
    yield `${what} until ${textOf(copy.to)}: ${pluralize(count, "item")}`;
  }
  await progress.end();
}

function chosenCopies(copies: readonly StoredCopy[], folder: string, until: number): StoredCopy[] {
  const tables = [...new Set(copies.map(({ table }) => table))];
  if (tables.length > 1)
    throw new StartProblem(
      `${folder} has copies of ${tables.join(" and ")}; name the folder of one of them.`,
    );
  const { chain, missingFrom } = chainOf(copies, until);
  if (chain.length === 0)
    throw new StartProblem(
      copies.length === 0
        ? `${folder} has no copies of a table.`
        : `${folder} has no whole copy of the table from before ${textOf(until)}.`,
    );
  if (missingFrom !== null)
    throw new StartProblem(
      `The copy of what changed from ${textOf(missingFrom)} is missing. With --until ${textOf(missingFrom)} the table is restored as it was then.`,
    );
  return chain;
}

/** Without milliseconds, which copies never have. */
const textOf = (at = 0): string =>
  Number.isFinite(at) ? new Date(at).toISOString().replace(".000Z", "Z") : "now";

if (import.meta.main) await runAsProcess(restore);
