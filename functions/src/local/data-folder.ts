import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { StartProblem } from "./settings.ts";

/** The folder of everything that the local product keeps, held by one process at a time. */
type DataFolder = { path: string; release(): void };

/** What this process and the engine that it starts write from here on is for their owner alone. */
export const keepFilesPrivate = (): void => void process.umask(0o077);

/** The files that the product keeps; the folder that somebody chose may hold others. */
const OURS = /^(coffer\.db|engine\.json|lock|origin|session-keys\.json|unfinished)|\.eml(\.\d+\.part)?$/;

/** Creates the folder where needed and shuts it to other users; StartProblem when it cannot be written. */
export function prepareFolder(path: string): void {
  try {
    mkdirSync(join(path, "outbox"), { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK);
    for (const folder of [path, join(path, "outbox")]) {
      chmodSync(folder, 0o700);
      for (const name of readdirSync(folder)) if (OURS.test(name)) chmodSync(join(folder, name), 0o600);
    }
  } catch {
    throw new StartProblem(`The data folder ${path} cannot be written; choose another with COFFER_DATA_DIR.`);
  }
}

/**
 * Takes the folder for this process, or gives undefined when another holds it. The lock is SQLite's own on a file
 * of its own: the system lets go of it however the process ends, SIGKILL included.
 */
export function holdFolder(path: string): DataFolder | undefined {
  prepareFolder(path);
  const lock = new DatabaseSync(join(path, "lock"));
  try {
    lock.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch {
    lock.close();
    return undefined;
  }
  return { path, release: () => lock.close() };
}

const engineNote = v.object({ endpoint: v.string(), pid: v.number() });
/** Which engine serves the folder's database at the moment. */
type EngineNote = v.InferOutput<typeof engineNote>;

const noteOf = (folder: string) => join(folder, "engine.json");

/** Notes the engine that was started on the folder, for commands beside the product and for the next start. */
export function noteEngine(folder: string, note: EngineNote): void {
  writeFileSync(noteOf(folder), JSON.stringify(note), { mode: 0o600 });
}

/** Takes the note back, once the engine has ended. */
export function forgetEngine(folder: string): void {
  rmSync(noteOf(folder), { force: true });
}

/** The engine that was noted last; undefined where none was, or the note cannot be read. It may have died since. */
export function notedEngine(folder: string): EngineNote | undefined {
  try {
    const note = v.safeParse(engineNote, JSON.parse(readFileSync(noteOf(folder), "utf8")));
    return note.success ? note.output : undefined;
  } catch {
    return undefined;
  }
}

const originOf = (folder: string) => join(folder, "origin");

/** Notes where people reach the product, for the links in mail that a command on the folder sends. */
export function noteOrigin(folder: string, origin: string): void {
  writeFileSync(originOf(folder), origin, { mode: 0o600 });
}

/** Where people reach the product, or reached it last, such as "http://127.0.0.1:4321"; undefined before any start. */
export function notedOrigin(folder: string): string | undefined {
  return existsSync(originOf(folder)) ? readFileSync(originOf(folder), "utf8") : undefined;
}

/** The embedded engine's database within a data folder. */
export const databaseFile = (folder: string): string => join(folder, "coffer.db");

const unfinishedMark = (folder: string) => join(folder, "unfinished");

/** Notes that the database is being filled for the first time, with what a killed start would leave half done. */
export function markUnfinished(folder: string): void {
  writeFileSync(unfinishedMark(folder), "");
}

/** Takes that note back: the database is whole. */
export function markFinished(folder: string): void {
  rmSync(unfinishedMark(folder), { force: true });
}

/** Throws away a database that was being filled when its process was killed: nobody has used it yet. */
export function discardUnfinished(folder: string): void {
  if (!existsSync(unfinishedMark(folder))) return;
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${databaseFile(folder)}${suffix}`, { force: true });
  markFinished(folder);
}
