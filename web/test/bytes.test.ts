import { expect, inject, test } from "vitest";
import { openPage, openWindow } from "./browser.ts";
import { ANA, signInThroughApi } from "./fixtures.ts";

/** docs/promises.md, P1 and P2: the compressed size of a screen that is opened with an empty cache. */
const KB = 1024;
const OTHER_SCREENS = [
  "/transactions",
  "/budget",
  "/goals",
  "/subscriptions",
  "/activity",
  "/settings",
  "/admin",
  "/import",
];

test("keeps the sign-in within 112 KB of JavaScript and 8 requests", async () => {
  const { bytes, requests } = await weigh("/auth", false);
  expect(bytes).toBeLessThanOrEqual(112 * KB);
  expect(requests).toBeLessThanOrEqual(8);
});

test("keeps the dashboard within 150 KB of JavaScript and 14 requests, API calls included", async () => {
  const { bytes, requests } = await weigh("/", true);
  expect(bytes).toBeLessThanOrEqual(150 * KB);
  expect(requests).toBeLessThanOrEqual(14);
});

test("adds at most 30 KB of JavaScript to the sign-in's on any other screen", async () => {
  const signIn = await weigh("/auth", false);
  for (const path of OTHER_SCREENS) {
    expect((await weigh(path, true)).bytes, path).toBeLessThanOrEqual(signIn.bytes + 30 * KB);
  }
});

/** One session for all: an account's eleventh session ends its oldest, which may be another test's. */
const session = (async () => {
  const context = await openWindow();
  await signInThroughApi(context, ANA);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
})();

/** What a page looks for seconds after it has opened is no part of opening it, however slow the machine. */
const NO_BACKGROUND = `
  const schedule = window.setTimeout;
  window.setTimeout = (run, delay, ...given) => (delay < 3_000 || !delay ? schedule(run, delay, ...given) : 0);
`;

/** Opens a screen with an empty cache; `bytes` are the encoded bytes of its scripts. */
async function weigh(path: string, signedIn: boolean): Promise<{ bytes: number; requests: number }> {
  const context = await openWindow();
  await context.addInitScript(NO_BACKGROUND);
  const { page } = await openPage(context);
  try {
    if (signedIn) await context.addCookies(await session);
    const cdp = await context.newCDPSession(page);
    const scripts = new Set<string>();
    let bytes = 0;
    let requests = 0;
    await cdp.send("Network.enable");
    cdp.on("Network.requestWillBeSent", ({ request }) => {
      if (request.url.startsWith(inject("product"))) requests += 1;
    });
    cdp.on("Network.responseReceived", ({ requestId, type }) => {
      if (type === "Script") scripts.add(requestId);
    });
    cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    return { bytes, requests };
  } finally {
    await context.close();
  }
}
