import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { openPage, openWindow } from "./browser.ts";
import { ANA, signInThroughApi } from "./fixtures.ts";

/** docs/promises.md, P1 and P2: the compressed size of a screen that is opened with an empty cache. */
const KB = 1024;
const OTHER_SCREENS = [
  "/transactions",
  "/budget",
  "/goals",
  "/subscriptions",
  "/ahead",
  "/year",
  "/activity",
  "/settings",
  "/admin",
  "/import",
];

let page: Page;
let cdp: CDPSession;
/** The size of the screen that was opened last; `bytes` counts its compressed scripts without headers. */
let weight: { bytes: number; requests: number };
let signIn: typeof weight;
beforeAll(async () => {
  const context = await openWindow();
  await context.addInitScript(NO_BACKGROUND);
  ({ page } = await openPage(context));
  cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  cdp.on("Network.requestWillBeSent", ({ request }) => {
    if (request.url.startsWith(inject("product"))) weight.requests += 1;
  });
  cdp.on("Network.responseReceived", ({ type, response }) => {
    if (type === "Script") weight.bytes += Number(response.headers["Content-Length"]);
  });
  signIn = await weigh("/auth");
  await signInThroughApi(context, ANA);
  return () => context.close();
});

test("keeps the sign-in within 125 KB of JavaScript and 8 requests", () => {
  expect(signIn.bytes).toBeLessThanOrEqual(125 * KB);
  expect(signIn.requests).toBeLessThanOrEqual(8);
});

test("keeps the dashboard within 165 KB of JavaScript and 14 requests, API calls included", async () => {
  const { bytes, requests } = await weigh("/");
  expect(bytes).toBeLessThanOrEqual(165 * KB);
  expect(requests).toBeLessThanOrEqual(14);
});

test.each(OTHER_SCREENS)("keeps %s within 165 KB of JavaScript", async (path) => {
  expect((await weigh(path)).bytes).toBeLessThanOrEqual(165 * KB);
});

test("stores every file for use without a network, except administrators' and the common passwords", () => {
  const built = join(import.meta.dirname, "../dist");
  const worker = readFileSync(join(built, "sw.js"), "utf8");
  const left = readdirSync(join(built, "assets")).filter((name) => !worker.includes(`/assets/${name}`));
  const parts = left.map((name) => name.replace(/-[\w-]{8}\.js$/, ""));
  expect(parts.sort()).toEqual(["Admin", "EmailTemplates", "virtual_common-passwords"]);
});

/** Files that a page fetches seconds after it has opened do not count, however slow the machine. */
const NO_BACKGROUND = `
  const schedule = window.setTimeout;
  window.setTimeout = (run, delay, ...given) => (delay < 3_000 || !delay ? schedule(run, delay, ...given) : 0);
`;

/** Opens a screen with an empty cache. */
async function weigh(path: string): Promise<typeof weight> {
  // No request of the previous screen is pending.
  await page.goto("about:blank");
  weight = { bytes: 0, requests: 0 };
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  return weight;
}
