import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import {
  databaseFile,
  discardUnfinished,
  forgetEngine,
  holdFolder,
  notedEngine,
  noteEngine,
} from "./data-folder.ts";
import { type EngineAddress, secretAddress, startEngine } from "./engine.ts";
import { type Settings, StartProblem } from "./settings.ts";

export const TABLE_NAME = "coffer";

/** The database of this installation: where it answers, and how to let go of it. */
export type Database = {
  endpoint: string;
  close(): Promise<void>;
};

/**
 * Opens the database for the one process that serves the product: takes the data folder, ends an engine that a
 * killed process left behind, starts its own (or uses DYNAMODB_ENDPOINT). StartProblem when the folder is taken.
 */
export async function openDatabase(settings: Settings): Promise<Database> {
  const folder = holdFolder(settings.dataDir);
  if (!folder) {
    throw new StartProblem(
      `Coffer is already running on the data folder ${settings.dataDir}; stop it, or choose another with COFFER_DATA_DIR.`,
    );
  }
  if (settings.dynamoEndpoint) {
    return borrowed(settings.dynamoEndpoint, async () => folder.release());
  }
  const file = databaseFile(folder.path);
  await endOrphan(folder.path, file);
  discardUnfinished(folder.path);
  const keeper = await keepEngine(folder.path, file, await secretAddress(settings.engineAddress));
  return {
    endpoint: keeper.endpoint,
    async close() {
      await keeper.stop();
      forgetEngine(folder.path);
      folder.release();
    },
  };
}

/** After an engine that would not start again. */
const PAUSE_MS = 1_000;

/** Runs the engine, and runs it again at its address when it ends by itself: what it acknowledged is on disk. */
async function keepEngine(folder: string, file: string, address: EngineAddress) {
  let engine = await startEngine(file, address);
  let closing = false;
  const { endpoint } = engine;
  const watch = () => {
    noteEngine(folder, { endpoint, pid: engine.process.pid ?? 0 });
    engine.exited.then(again);
  };
  const again = async () => {
    while (!closing) {
      try {
        engine = await startEngine(file, address);
        return watch();
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        await wait(PAUSE_MS);
      }
    }
  };
  watch();
  return {
    endpoint,
    async stop() {
      closing = true;
      await engine.stop();
    },
  };
}

/** For commands beside the product: the running product's database, otherwise one opened for the command alone. */
export async function joinDatabase(settings: Settings): Promise<Database> {
  if (settings.dynamoEndpoint) return borrowed(settings.dynamoEndpoint);
  const free = holdFolder(settings.dataDir);
  free?.release();
  const running = free ? undefined : notedEngine(settings.dataDir);
  return running ? borrowed(running.endpoint) : openDatabase(settings);
}

/** A database that somebody else runs and ends. */
const borrowed = (endpoint: string, close = async (): Promise<void> => undefined): Database => ({
  endpoint,
  close,
});

/** An engine whose product was killed still holds the file: two engines on one file would lose writes. */
async function endOrphan(folder: string, file: string): Promise<void> {
  const note = notedEngine(folder);
  if (!note || !commandOf(note.pid).includes(file)) return forgetEngine(folder);
  process.kill(note.pid, "SIGTERM");
  for (let waited = 0; commandOf(note.pid).includes(file); waited += 20) {
    if (waited === 2_000) process.kill(note.pid, "SIGKILL");
    await wait(20);
  }
  forgetEngine(folder);
}

/** The command line of a process; empty when there is none, or it has ended and nobody has asked how. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === "linux")
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}
