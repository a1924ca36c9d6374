import { expect, inject, test } from "vitest";
import { openWindow } from "./person.ts";

/** The byte budgets of quality.md, P1 and P2: what comes over the wire, compressed, when a screen is opened cold. */
const KB = 1024;
const OTHER_SCREENS = ["/transactions", "/budget", "/goals", "/subscriptions", "/settings", "/admin"];

test("the sign-in screen stays within 112 KB of JavaScript and 8 requests", async () => {
  const { bytes, requests } = await weigh("/auth", false);
  expect(bytes).toBeLessThanOrEqual(112 * KB);
  expect(requests).toBeLessThanOrEqual(8);
});

test("the dashboard stays within 150 KB and 14 requests, its calls included", async () => {
  const { bytes, requests } = await weigh("/", true);
  expect(bytes).toBeLessThanOrEqual(150 * KB);
  expect(requests).toBeLessThanOrEqual(14);
});

test("no other screen adds more than 30 KB to the dashboard's", async () => {
  const dashboard = await weigh("/", true);
  for (const path of OTHER_SCREENS) {
    expect((await weigh(path, true)).bytes, path).toBeLessThanOrEqual(dashboard.bytes + 30 * KB);
  }
});

/** One session for all of it: of an account's eleventh, the oldest ends, and that may be another test's. */
const session = (async () => {
  const { context, close } = await openWindow();
  const data = { email: "ana@coffer.example", password: "coffer-demo" };
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await context.request.post("/api/login", { data, headers });
  expect(answer.ok()).toBe(true);
  const cookies = await context.cookies();
  await close();
  return cookies;
})();

/** Opens a screen with an empty cache; counts requests and the encoded bytes of scripts until nothing more comes. */
async function weigh(path: string, signedIn: boolean): Promise<{ bytes: number; requests: number }> {
  const { context, page, close } = await openWindow();
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
    await close();
  }
}
