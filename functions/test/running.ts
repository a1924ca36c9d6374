import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PROJECT } from "../src/local/settings.ts";

type Running = {
  url: string;
  /** The lines of its standard output. */
  printed: readonly string[];
  /** Resolves with the exit code; null after a SIGKILL. */
  end(signal?: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | null>;
};

/**
 * Runs `pnpm start`'s program over `dataDir`, by default on a free port without demo data or limits. Resolves once it
 * is ready; rejects with what it wrote to standard error when it ends before.
 */
export async function runProduct(
  dataDir: string,
  environment: Record<string, string> = {},
  options: readonly "--production"[] = [],
): Promise<Running> {
  const child = spawn(process.execPath, [join(PROJECT, "functions/src/local/start.ts"), ...options], {
    env: {
      ...process.env,
      PORT: "0",
      COFFER_DATA_DIR: dataDir,
      COFFER_DEMO: "off",
      COFFER_THROTTLE: "off",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  // "close", not "exit": by then both streams have been read to their end.
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const printed: string[] = [];
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      printed.push(line);
      const url = /^Coffer is ready at (http\S+)$/.exec(line)?.[1];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([
    ready,
    closed.then((code): never => {
      throw new Error(said.trim() || `it ended with ${code} and not a word`, { cause: code });
    }),
  ]);
  // Shows only faults; the security log has the tests' own activity.
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (!line.includes('"message":"security"')) console.error(line);
  });
  return {
    url,
    printed,
    end(signal = "SIGTERM") {
      child.kill(signal);
      return closed;
    },
  };
}
