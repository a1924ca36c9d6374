import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { type Settings, StartProblem } from "./settings.ts";

export const keepFilesPrivate = (): void => void process.umask(0o077);

export const outboxIn = (folder: string): string => join(folder, "outbox");

/** Coffer's own files; the chosen folder may hold others. */
const OURS =
  /^(coffer\.(db|log)|engine\.json|lock|origin|session-keys\.json|unfinished)|\.eml(\.\d+\.part)?$/;

const FOLDERS = new Set(["outbox", "backups", "engine"]);

export function prepareFolder(path: string): void {
  try {
    createFolder(outboxIn(path));
    fs.accessSync(path, fs.constants.W_OK);
    for (const folder of [path, outboxIn(path)]) {
      const names = fs.readdirSync(folder);
      // A folder that others use too, such as /tmp, stays open to them.
      if (names.every((name) => OURS.test(name) || FOLDERS.has(name))) fs.chmodSync(folder, 0o700);
      for (const name of names) if (OURS.test(name)) fs.chmodSync(join(folder, name), 0o600);
    }
  } catch (error) {
    throw codeOf(error) === "ENOSPC" ? fullDisk(path) : notWritable(path);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

const notWritable = (path: string) =>
  new StartProblem(`The data folder ${path} cannot be written; choose another with COFFER_DATA_DIR.`);

const fullDisk = (path: string) =>
  new StartProblem(`The disk of the data folder ${path} is full; make space on it, then start again.`);

/** Bytes. The engine's first file takes 80 KB. */
const LEAST_SPACE = 128 * 1024;

/** Throws StartProblem if nothing more can be stored in the folder. */
export function requireSpace(path: string): void {
  const { bavail, bsize, files, ffree } = fs.statfsSync(path);
  // Some file systems do not count files.
  if (bavail * bsize < LEAST_SPACE || (files > 0 && ffree === 0)) throw fullDisk(path);
}

/** With its parents. Node's recursive mkdir never returns where an existing parent answers ENOENT, as /proc does. */
function createFolder(path: string): void {
  if (fs.existsSync(path)) return;
  createFolder(dirname(path));
  try {
    fs.mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it first.
    if (!fs.existsSync(path)) throw error;
  }
}

const SQLITE_BUSY = 5;

/** Uses an SQLite lock, which the system releases however the process ends. Undefined if taken. */
export function lockFolder(path: string): (() => void) | undefined {
  prepareFolder(path);
  let lock: DatabaseSync | undefined;
  try {
    const opened = new DatabaseSync(join(path, "lock"));
    lock = opened;
    opened.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return () => opened.close();
  } catch (error) {
    lock?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return undefined;
    requireSpace(path);
    throw notWritable(path);
  }
}

const engineNote = v.object({ endpoint: v.string(), pid: v.number() });
type EngineNote = v.InferOutput<typeof engineNote>;

const noteOf = (folder: string) => join(folder, "engine.json");

/** For commands that run beside the product, and for the next start after a crash. */
export function noteEngine(folder: string, note: EngineNote): void {
  fs.writeFileSync(noteOf(folder), JSON.stringify(note), { mode: 0o600 });
}

export function forgetEngine(folder: string): void {
  fs.rmSync(noteOf(folder), { force: true });
}

export function notedEngine(folder: string): EngineNote | undefined {
  try {
    return v.parse(engineNote, JSON.parse(fs.readFileSync(noteOf(folder), "utf8")));
  } catch {
    return undefined;
  }
}

const originOf = (folder: string) => join(folder, "origin");

/** The origin for links in mails that a command sends. */
export function noteOrigin(folder: string, origin: string): void {
  fs.writeFileSync(originOf(folder), origin, { mode: 0o600 });
}

export function notedOrigin(folder: string): string | undefined {
  return fs.existsSync(originOf(folder)) ? fs.readFileSync(originOf(folder), "utf8") : undefined;
}

/** The address that people use: as set, as at the last start, or by default. */
export const knownOrigin = ({ origin, dataDir, host, port }: Settings): string =>
  origin ?? notedOrigin(dataDir) ?? `http://${host}:${port}`;

export const databaseFile = (folder: string): string => join(folder, "coffer.db");

const unfinishedMark = (folder: string) => join(folder, "unfinished");

export function markUnfinished(folder: string): void {
  fs.writeFileSync(unfinishedMark(folder), "");
}

export function markFinished(folder: string): void {
  fs.rmSync(unfinishedMark(folder), { force: true });
}

/** Deletes a database whose creation was interrupted; it holds no one's data yet. */
export function discardUnfinished(folder: string): void {
  if (!fs.existsSync(unfinishedMark(folder))) return;
  for (const suffix of ["", "-wal", "-shm"]) fs.rmSync(`${databaseFile(folder)}${suffix}`, { force: true });
  markFinished(folder);
}
