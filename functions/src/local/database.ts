import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import {
  databaseFile,
  discardUnfinished,
  forgetEngine,
  lockFolder,
  notedEngine,
  noteEngine,
} from "./data-folder.ts";
import { LOOPBACK, secretAddress, startEngine, startEngineAt } from "./engine.ts";
import { ensureEngine } from "./engine-package.ts";
import { type Settings, StartProblem } from "./settings.ts";

export const TABLE_NAME = "coffer";

export type Database = {
  endpoint: string;
  close(): Promise<void>;
};

/** `say` receives lines for the terminal. */
export async function openDatabase(settings: Settings, say = (_: string) => {}): Promise<Database> {
  const { dataDir, dynamoEndpoint } = settings;
  const release = lockFolder(dataDir);
  if (!release)
    throw new StartProblem(
      `Coffer is already running on the data folder ${dataDir}; stop it, or choose another with COFFER_DATA_DIR.`,
    );
  if (dynamoEndpoint) return { endpoint: dynamoEndpoint, close: async () => release() };
  const file = databaseFile(dataDir);
  await endOrphan(dataDir, file);
  discardUnfinished(dataDir);
  ensureEngine(dataDir, (line) => console.log(line));
  const engine = await superviseEngine(dataDir, file, settings.engineAddress);
  if (engine.address.host === LOOPBACK)
    say(
      `The database listens on ${LOOPBACK}:${engine.address.port}, a port that browsers open for no page; other users of this machine can reach it.`,
    );
  return {
    endpoint: engine.endpoint,
    async close() {
      await engine.stop();
      forgetEngine(dataDir);
      release();
    },
  };
}

const RESTART_DELAY_MS = 1_000;

/** Restarts the engine at the same address if it crashes: acknowledged writes are on disk. */
async function superviseEngine(folder: string, file: string, host: string | undefined) {
  let engine = await startEngine(file, () => secretAddress(host));
  let closing = false;
  const { address, endpoint } = engine;
  const watch = () => {
    noteEngine(folder, { endpoint, pid: engine.process.pid ?? 0 });
    engine.exited.then(restart);
  };
  const restart = async () => {
    while (!closing) {
      try {
        engine = await startEngineAt(address, file);
        return watch();
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        await wait(RESTART_DELAY_MS);
      }
    }
  };
  watch();
  return {
    endpoint,
    address,
    async stop() {
      closing = true;
      await engine.stop();
    },
  };
}

/** For commands: the running product's database, or one opened for the command. */
export async function joinDatabase(settings: Settings): Promise<Database> {
  const { dataDir, dynamoEndpoint } = settings;
  const shared = (endpoint: string) => ({ endpoint, close: async () => undefined });
  if (dynamoEndpoint) return shared(dynamoEndpoint);
  const release = lockFolder(dataDir);
  release?.();
  const running = release ? undefined : notedEngine(dataDir);
  return running ? shared(running.endpoint) : openDatabase(settings);
}

/** The engine of a killed product still has the file open, and two engines on one file lose writes. */
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

/** Empty if the process does not exist or is a zombie. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === "linux")
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}
