import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { StartProblem } from "./settings.ts";

/** A running DynamoDB-compatible engine: its endpoint, and how to end it. `exited` settles when it ends by itself. */
export type Engine = {
  endpoint: string;
  port: number;
  process: ChildProcess;
  exited: Promise<number | null>;
  stop(): Promise<void>;
};

/** The engine's program for a platform, such as "linux-x64"; StartProblem where npm has none installed. */
export function engineProgram(platform = `${process.platform}-${process.arch}`): string {
  const name = `@dynoxide/${platform}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), process.platform === "win32" ? "dynoxide.exe" : "dynoxide");
  } catch {
    throw new StartProblem(
      `There is no embedded database engine for this platform: install ${name}, ` +
        "or set DYNAMODB_ENDPOINT to DynamoDB Local or another DynamoDB-compatible endpoint.",
    );
  }
}

/**
 * Starts the engine over `file`, or in memory without one, on `port` or a free one of this machine, and waits
 * until it answers.
 */
export async function startEngine(file?: string, port?: number): Promise<Engine> {
  port ??= await freePort();
  const child = spawn(
    engineProgram(),
    ["serve", "--host", "127.0.0.1", "--port", String(port), ...(file ? ["--db-path", file] : [])],
    // In a group of its own, so that Ctrl-C reaches the product first and the engine is ended after the last write.
    { stdio: "ignore", detached: true },
  );
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const endpoint = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  const ended = exited.then((code) => {
    throw new Error(`The database engine ended at once (exit code ${code}).`);
  });
  await Promise.race([answers(endpoint), ended]);
  return { endpoint, port, process: child, exited, stop };
}

async function answers(endpoint: string): Promise<void> {
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

/** A port that nothing listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
