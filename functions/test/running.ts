import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PROJECT } from "../src/local/settings.ts";

/** The product as `pnpm start` runs it, in a process of its own. */
export type Running = {
  /** Such as "http://127.0.0.1:41234". */
  url: string;
  /** Ends the process and gives its exit code; null after a SIGKILL. */
  end(signal?: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | null>;
};

/**
 * Runs the product over `dataDir`, on a free port and without demo data or limits if `environment` does not say
 * otherwise; resolves once it says that it is ready. A start that ends before is an error with what it said.
 */
export async function runProduct(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Running> {
  const child = spawn(process.execPath, [join(PROJECT, "functions/src/local/start.ts")], {
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
  // Once both streams have ended too, so that nothing of what it said is missed.
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
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
  child.stderr.pipe(process.stderr);
  return {
    url,
    end(signal = "SIGTERM") {
      child.kill(signal);
      return closed;
    },
  };
}
