import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
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

/** Starts the local server with its demo household, and one browser for all browser tests. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-browser-"));
  const [product, browser] = await Promise.all([
    runProduct(dataDir, { COFFER_DEMO: "on" }),
    browserOptions().then((options) => chromium.launchServer(options)),
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
