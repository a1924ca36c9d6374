import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { DEMO_ACCOUNT } from "../../functions/src/local/demo-accounts.ts";
import { runProduct } from "../../functions/test/running.ts";
import { browserOptions } from "./chromium.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the server under test, such as "http://127.0.0.1:41234". */
    product: string;
    /** Its data folder, with sent mail in `outbox/`. */
    dataDir: string;
    /** The WebSocket address of the shared browser. */
    browser: string;
  }
}

/** Pages of the tests live for seconds: spare processes and optimised code would cost more than they save. */
const SHORT_LIVED = ["--process-per-site", "--js-flags=--max-lazy --no-opt --no-maglev"];

const ADMIN = join(import.meta.dirname, "../../functions/src/cli/admin.ts");

/** Starts the local server with its demo household, whose Ana is an administrator, and one browser for all tests. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-browser-"));
  const [product, browser] = await Promise.all([
    demoProduct(dataDir),
    browserOptions().then(({ args = [], ...options }) =>
      chromium.launchServer({ ...options, args: [...args, ...SHORT_LIVED] }),
    ),
  ]);
  project.provide("product", product.url);
  project.provide("dataDir", dataDir);
  project.provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await product.end();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function demoProduct(dataDir: string) {
  const product = await runProduct(dataDir, { COFFER_DEMO: "on" });
  await promisify(execFile)(process.execPath, [ADMIN, "grant", DEMO_ACCOUNT.email], {
    env: { ...process.env, COFFER_DATA_DIR: dataDir },
  });
  return product;
}
