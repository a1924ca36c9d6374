import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import {
  databaseFile,
  discardUnfinished,
  forgetEngine,
  lockFolder,
  notedEngine,
  noteEngine,
  requireSpace,
} from "./data-folder.ts";
import { PROJECT, type Settings, StartProblem } from "./settings.ts";

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

/** The engine's version, as npm installs it on Linux. */
const manifest = v.object({ optionalDependencies: v.object({ "@dynoxide/linux-x64": v.string() }) });
const ofVersion = v.object({ version: v.string() });
const version = (): string =>
  v.parse(manifest, JSON.parse(readFileSync(join(PROJECT, "functions/package.json"), "utf8")))
    .optionalDependencies["@dynoxide/linux-x64"];
/** Platforms whose engine is downloaded from the public registry, because some mirrors lack it as a dependency. */
const INSTALLABLE = ["darwin-arm64", "darwin-x64", "linux-arm64"];

type Npm = (parameters: string[]) => boolean;
const npm: Npm = (parameters) =>
  spawnSync("npm", parameters, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;

const packageOf = (platform: string) => `@dynoxide/${platform}`;
const thisPlatform = `${process.platform}-${process.arch}`;
const installedIn = (dataDir: string) => join(dataDir, "engine", "package.json");

export function engineProgram(platform = thisPlatform, dataDir?: string): string {
  const name = packageOf(platform);
  const installed = dataDir === undefined ? undefined : manifestFrom(installedIn(dataDir), name);
  // An upgrade of Coffer may need a later engine than the installed one.
  const found =
    manifestFrom(import.meta.url, name) ?? (installed?.version === version() ? installed : undefined);
  if (found) return join(dirname(found.path), platform.startsWith("win32") ? "dynoxide.exe" : "dynoxide");
  throw new StartProblem(
    `There is no embedded database engine for this platform: install ${name}, ` +
      "or set DYNAMODB_ENDPOINT to DynamoDB Local or another DynamoDB-compatible endpoint.",
  );
}

function manifestFrom(from: string, name: string): { path: string; version: string } | undefined {
  try {
    const path = createRequire(from).resolve(`${name}/package.json`);
    return { path, ...v.parse(ofVersion, JSON.parse(readFileSync(path, "utf8"))) };
  } catch {
    return undefined;
  }
}

export function ensureEngine(
  dataDir: string,
  say: (line: string) => void,
  { platform = thisPlatform, run = npm }: { platform?: string; run?: Npm } = {},
): void {
  try {
    engineProgram(platform, dataDir);
    return;
  } catch (error) {
    if (!INSTALLABLE.includes(platform)) throw error;
  }
  const folder = dirname(installedIn(dataDir));
  const wanted = `${packageOf(platform)}@${version()}`;
  say(`Installing the database engine of this platform, ${wanted}, into ${folder} (once) …`);
  mkdirSync(folder, { recursive: true });
  run(["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", wanted]);
  engineProgram(platform, dataDir);
}

type EngineAddress = { host: string; port: number };

type Engine = {
  endpoint: string;
  address: EngineAddress;
  process: ChildProcess;
  exited: Promise<number | null>;
  stop(): Promise<void>;
};

const LOOPBACK = "127.0.0.1";

/**
 * Ports that every browser refuses to open for a page: the "bad ports" of the Fetch standard
 * (https://fetch.spec.whatwg.org/#port-blocking) that need no rights of their own.
 */
const BLOCKED_PORTS = [
  6669, 6668, 6667, 6666, 6665, 6697, 6679, 6566, 4190, 4045, 3659, 5061, 5060, 2049, 1723, 1720, 1719, 6000,
  10_080,
];

/**
 * An address that no web page can find, for an engine with people's data: the engine checks no signature and lets every
 * page read its answers. It has 24 random bits of loopback address and a free port. On systems that have only
 * 127.0.0.1, such as macOS, a page can try every port, so the engine takes one that browsers refuse.
 */
export async function secretAddress(host?: string): Promise<EngineAddress> {
  const numbers = randomInt(2, 0xff_ff_ff);
  const random = `127.${numbers >> 16}.${(numbers >> 8) & 255}.${numbers & 255}`;
  if (host === LOOPBACK) return blockedAddress();
  try {
    return await freeAddress(host ?? random);
  } catch {
    if (host) throw new StartProblem(`COFFER_ENGINE_ADDRESS ${host} is not an address of this machine.`);
    return blockedAddress();
  }
}

async function blockedAddress(): Promise<EngineAddress> {
  for (const port of BLOCKED_PORTS) {
    const address = { host: LOOPBACK, port };
    if ((await isFree({ host: "0.0.0.0", port })) && (await isFree(address))) return address;
  }
  throw new StartProblem(
    `All ports of ${LOOPBACK} that web pages cannot reach are taken (${BLOCKED_PORTS.join(", ")}); end a program that uses one, or set COFFER_ENGINE_ADDRESS to another loopback address.`,
  );
}

/** Retries when another process takes the port first. */
const ATTEMPTS = 5;

/** Keeps data in memory without `file`. Tries the next address if another process takes this one. */
export async function startEngine(file?: string, find = () => freeAddress("127.0.0.1")): Promise<Engine> {
  for (let attempt = 1; ; attempt++) {
    const address = await find();
    try {
      return await startEngineAt(address, file);
    } catch (error) {
      if (attempt === ATTEMPTS || (await isFree(address))) throw error;
    }
  }
}

export async function startEngineAt({ host, port }: EngineAddress, file?: string): Promise<Engine> {
  const child = spawn(
    engineProgram(undefined, file && dirname(file)),
    ["serve", "--host", host, "--port", String(port), ...(file ? ["--db-path", file] : [])],
    // A process group of its own: Ctrl-C reaches the product first, which ends the engine after the last write.
    { stdio: "ignore", detached: true },
  );
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const endpoint = `http://${host}:${port}`;
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  const ended = exited.then((code) => {
    if (file) requireSpace(dirname(file));
    throw new StartProblem(
      file
        ? `The database ${file} cannot be opened (the engine ended with ${code}); restore a backup, or choose another folder with COFFER_DATA_DIR.`
        : `The database engine ended at once (exit code ${code}).`,
    );
  });
  await Promise.race([untilAnswering(endpoint), ended]).catch(async (error) => {
    await stop();
    throw error;
  });
  return { endpoint, address: { host, port }, process: child, exited, stop };
}

async function untilAnswering(endpoint: string): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    try {
      // Not fetch, which refuses the blocked ports too.
      const [answer] = await once(get(endpoint), "response");
      answer.resume();
      return;
    } catch {
      await wait(25);
    }
  }
  throw new Error("The database engine did not answer within 10 seconds.");
}

/** The engine refuses a port that is in use at any address, so the port must be free at all of them. */
export async function freeAddress(host: string): Promise<EngineAddress> {
  const port = await boundPort("0.0.0.0", 0);
  return { host, port: await boundPort(host, port) };
}

const isFree = ({ host, port }: EngineAddress): Promise<boolean> =>
  boundPort(host, port).then(
    () => true,
    () => false,
  );

async function boundPort(host: string, port: number): Promise<number> {
  await using server = createServer().listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return address && typeof address === "object" ? address.port : port;
}
