import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type BrowserServer, chromium, firefox } from "playwright-core";
import type { TestProject } from "vitest/node";
import { DEMO_ACCOUNT } from "../../functions/src/local/demo-accounts.ts";
import { runProduct } from "../../functions/test/running.ts";
import { browserOptions, bundledFonts } from "./chromium.ts";
import { firefoxOptions } from "./firefox-options.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the server under test, such as "http://127.0.0.1:41234". */
    product: string;
    /** The server's data folder, with sent mail in `outbox/`. */
    dataDir: string;
    browserEngine: Engine;
    /** The file with the WebSocket address of the shared browser; each window of WebKit is a browser of its own. */
    browser: string;
  }
}

/** Test pages live for seconds: spare processes and optimised code would cost more than they save. */
const SHORT_LIVED = ["--process-per-site", "--js-flags=--max-lazy --no-opt --no-maglev"];

const ADMIN = join(import.meta.dirname, "../../functions/src/cli/admin.ts");

export type Engine = "chromium" | "firefox" | "webkit";

/** `pnpm test --browser firefox` sets it. */
function chosenEngine(): Engine {
  const { COFFER_TEST_BROWSER: chosen = "chromium" } = process.env;
  if (chosen === "chromium" || chosen === "firefox" || chosen === "webkit") return chosen;
  throw new Error("COFFER_TEST_BROWSER is chromium, firefox or webkit");
}

/** Starts the local server with its demo household, whose Ana is an administrator, and one browser for all tests. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-browser-"));
  const engine = chosenEngine();
  const address = `${dataDir}.browser`;
  const fonts = engine === "chromium" ? undefined : await bundledFonts();
  if (fonts) process.env.FONTCONFIG_PATH = fonts;
  const [product, browser] = await Promise.all([demoProduct(dataDir), START[engine](address, fonts)]);
  project.provide("browserEngine", engine);
  project.provide("product", product.url);
  project.provide("dataDir", dataDir);
  project.provide("browser", address);
  return async () => {
    await browser.close();
    await product.end();
    for (const path of [dataDir, address]) rmSync(path, { recursive: true, force: true });
  };
}

type Start = (address: string, fonts: string | undefined) => Promise<{ close: () => Promise<unknown> }>;

const START: Record<Engine, Start> = {
  async chromium(address) {
    const { args = [], ...options } = await browserOptions();
    return keepRunning(address, () => chromium.launchServer({ ...options, args: [...args, ...SHORT_LIVED] }));
  },
  firefox: (address, fonts) => keepRunning(address, () => firefox.launchServer(firefoxOptions(fonts))),
  /** Without title buttons, a window can be as narrow as a phone. */
  async webkit(address) {
    const folder = join(address, "gtk-3.0");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "gtk.css"), NO_BUTTONS);
    writeFileSync(join(folder, "settings.ini"), REDUCED_MOTION);
    process.env.XDG_CONFIG_HOME = address;
    return { close: async () => {} };
  },
};

const REDUCED_MOTION = "[Settings]\ngtk-enable-animations=false\n";
const NO_BUTTONS =
  "* { min-width: 0; padding: 0; border-width: 0; font-size: 1px; -gtk-icon-transform: scale(0); }";

/** Restarts a browser that crashes, so that other test files go on. */
async function keepRunning(address: string, launch: () => Promise<BrowserServer>) {
  let isOver = false;
  let server: BrowserServer;
  const start = async () => {
    server = await launch();
    writeFileSync(address, server.wsEndpoint());
    server.on("close", () => {
      if (!isOver) void start();
    });
  };
  await start();
  return {
    close() {
      isOver = true;
      return server.close();
    },
  };
}

async function demoProduct(dataDir: string) {
  const product = await runProduct(dataDir, { COFFER_DEMO: "on" });
  await promisify(execFile)(process.execPath, [ADMIN, "grant", DEMO_ACCOUNT.email], {
    env: { ...process.env, COFFER_DATA_DIR: dataDir },
  });
  return product;
}
