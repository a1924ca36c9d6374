import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
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

/**
 * An address for an engine with people's data in it. The engine checks no signature and lets every web page read its
 * answers, so what keeps a page out is that it cannot find it: 24 bits of loopback address and a free port.
 * StartProblem where the system has no such address, as on macOS; `host` is then one that the operator has added.
 */
export async function secretAddress(host?: string): Promise<EngineAddress> {
  const numbers = randomInt(2, 0xff_ff_ff);
  const random = `127.${numbers >> 16}.${(numbers >> 8) & 255}.${numbers & 255}`;
  try {
    return await freeAddress(host ?? random);
  } catch {
    throw new StartProblem(
      host
        ? `COFFER_ENGINE_ADDRESS ${host} is not an address of this machine.`
        : "The database engine checks no password, and this system has no address for it that web pages cannot guess: " +
            `add one (macOS: sudo ifconfig lo0 alias ${random}) and start with COFFER_ENGINE_ADDRESS=${random}.`,
    );
  }
}

/** Times that another process may be faster to take a port that was free. */
const ATTEMPTS = 5;

/** In memory without a file. Where another process takes the address meanwhile, the next one is tried. */
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
      await fetch(endpoint);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  throw new Error("The database engine did not answer within 10 seconds.");
}

/** The engine refuses a port that is in use at any address, so it has to be free at all of them. */
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
