import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { engineProgram } from "./engine-package.ts";
import { StartProblem } from "./settings.ts";

type EngineAddress = { host: string; port: number };

type Engine = {
  endpoint: string;
  address: EngineAddress;
  process: ChildProcess;
  exited: Promise<number | null>;
  stop(): Promise<void>;
};

export const LOOPBACK = "127.0.0.1";

/**
 * Ports that every browser refuses to open for a page: the "bad ports" of the Fetch standard
 * (https://fetch.spec.whatwg.org/#port-blocking) that need no rights of their own.
 */
const BLOCKED_PORTS = [
  6669, 6668, 6667, 6666, 6665, 6697, 6679, 6566, 4190, 4045, 3659, 5061, 5060, 2049, 1723, 1720, 1719, 6000,
  10_080,
];

/**
 * An address for an engine with people's data in it. The engine checks no signature and lets every web page read its
 * answers, so what keeps a page out is that it cannot find it: 24 bits of loopback address and a free port. Where the
 * system has only 127.0.0.1, as macOS, a page can try every port, and the engine takes one that browsers refuse.
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

/** In memory without `file`. Tries the next address if another process takes this one. */
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
      await new Promise((resolve) => setTimeout(resolve, 25));
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
