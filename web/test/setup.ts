import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { browserOptions } from "./chromium.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the product under test answers, such as "http://127.0.0.1:41234". */
    product: string;
    /** Its data folder; `outbox/` in it holds the mail that it has sent. */
    dataDir: string;
    /** Where the shared browser takes connections. */
    browser: string;
  }
}

/** Starts the whole product, as `pnpm start` does, on an empty folder, and one browser for all browser tests. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-browser-"));
  const [product, browser] = await Promise.all([
    startProduct(dataDir),
    browserOptions().then((options) => chromium.launchServer(options)),
  ]);
  project.provide("product", product.url);
  project.provide("dataDir", dataDir);
  project.provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

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
