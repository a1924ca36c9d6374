import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Runs the local product over `dataDir` on a free port without demo data; resolves once it says it is ready. */
export async function startProduct(dataDir: string, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../functions/src/local/start.ts")], {
    env: {
      ...process.env,
      PORT: "0",
      COFFER_DATA_DIR: dataDir,
      COFFER_DEMO: "off",
      COFFER_THROTTLE: "off",
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const url = /Coffer is ready at (http\S+)/.exec(line)?.[1];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([
    ready,
    exited.then((code): never => {
      throw new Error(`the product ended with code ${code} before it was ready`);
    }),
  ]);
  return {
    url,
    process: child,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
