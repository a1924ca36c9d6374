import { existsSync } from "node:fs";
import type { LaunchOptions } from "playwright-core";

/** The bundled Chromium runs on Linux x64 only; elsewhere an installed Chrome is used. */
const INSTALLED = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
];

export async function browserOptions(): Promise<LaunchOptions> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  if (process.platform !== "linux" || process.arch !== "x64") {
    const executablePath = INSTALLED.find(existsSync);
    if (!executablePath) throw new Error("The browser tests need Chrome on this platform; none was found.");
    return { executablePath, args };
  }
  // Makes the package unpack its own system libraries and fonts.
  process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs22.x";
  const { default: chromium } = await import("@sparticuz/chromium");
  return { executablePath: await chromium.executablePath(), args };
}
