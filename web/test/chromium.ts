import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LaunchOptions } from "playwright-core";

const isBundled = process.platform === "linux" && process.arch === "x64";
/** The bundled Chromium runs on Linux x64 only; elsewhere an installed Chrome is used. */
const INSTALLED = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
];

/** The bundled Chromium's fonts, where it runs: an installed browser would measure with those of the machine. */
export async function bundledFonts(): Promise<string | undefined> {
  return isBundled ? join(await unpackedBrowser(tmpdir()), "fonts") : undefined;
}

export async function browserOptions(): Promise<LaunchOptions> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  if (!isBundled) {
    const executablePath = INSTALLED.find(existsSync);
    if (!executablePath) throw new Error("The browser tests need Chrome on this platform; none was found.");
    return { executablePath, args };
  }
  const folder = await unpackedBrowser(tmpdir());
  const { setupLambdaEnvironment } = await import("@sparticuz/chromium");
  within(folder, () => setupLambdaEnvironment(join(folder, "al2023/lib")));
  return { executablePath: join(folder, "chromium"), args };
}

/**
 * The folder of this version's browser, libraries and fonts under `parent`. It is created in one step, so that an
 * interrupted or simultaneous start leaves no half of it.
 */
export async function unpackedBrowser(parent: string): Promise<string> {
  const folder = join(parent, `coffer-chromium-${version()}`);
  if (existsSync(folder)) return folder;
  const { default: chromium } = await import("@sparticuz/chromium");
  const fresh = mkdtempSync(`${folder}-`);
  try {
    // The package unpacks into the system's temporary folder, and uses any file named "chromium" there.
    await within(fresh, () => chromium.executablePath());
    const fonts = join(fresh, "fonts/fonts.conf");
    writeFileSync(fonts, readFileSync(fonts, "utf8").replaceAll("/tmp/", `${folder}/`));
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function version(): string {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  return JSON.parse(readFileSync(join(dirname(entry), "../package.json"), "utf8")).version;
}

/** Calls `start` as on Lambda, with `folder` as the temporary folder; both are read before it first waits. */
function within<Result>(folder: string, start: () => Result): Result {
  const { TMPDIR, AWS_LAMBDA_JS_RUNTIME } = process.env;
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" });
  try {
    return start();
  } finally {
    restore("TMPDIR", TMPDIR);
    restore("AWS_LAMBDA_JS_RUNTIME", AWS_LAMBDA_JS_RUNTIME);
  }
}

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
