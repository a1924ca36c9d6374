import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { browserOptions } from "../../../web/test/chromium.ts";
import { type BenchProduct, onProduct, signInDemo } from "./product.ts";
import { atMost, kilobytes, median, ms, print, quantile, type Row } from "./table.ts";
import { fillYears, nameOfRow } from "./years.ts";

const SCREENS = ["/", "/transactions", "/budget", "/goals", "/subscriptions", "/settings"];
const ROUNDS = 5;
/** 1.6 Mbit/s, 150 ms, four times slower CPU (docs/promises.md P3). */
const SLOW = {
  offline: false,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
  latency: 150,
};

/** docs/promises.md P1 to P7, P23 and P25, in the bundled Chromium; with `years`, of a household of that age. */
export async function pages(years: number): Promise<void> {
  const browser = await chromium.launch(await browserOptions());
  const measure = async (product: BenchProduct) => {
    if (years > 0) {
      await fillYears(product, years);
      await paints(browser, product);
      await switches(browser, product, 300);
      return searches(browser, product);
    }
    await weights(browser, product);
    await paints(browser, product);
    await starts(browser, product);
    await rowsInSight(browser, product);
    await switches(browser, product, 50);
  };
  await onProduct(measure, { COFFER_DEMO: "on" }).finally(() => browser.close());
}

async function open(
  browser: Browser,
  product: BenchProduct,
  signedIn: boolean,
): Promise<{ context: BrowserContext; page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  if (signedIn) await signInDemo(context, product.url);
  return { context, page, cdp: await context.newCDPSession(page) };
}

/** Loads a page cold. Returns its requests, and the bytes of JavaScript as sent (without headers) and decompressed. */
async function load(page: Page, cdp: CDPSession, path: string) {
  const scripts = new Set<string>();
  const loaded = { requests: 0, raw: 0, brotli: 0 };
  await cdp.send("Network.enable");
  cdp.on("Network.requestWillBeSent", () => {
    loaded.requests += 1;
  });
  cdp.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type !== "Script") return;
    scripts.add(requestId);
    loaded.brotli += Number(response.headers["Content-Length"]);
  });
  cdp.on("Network.dataReceived", ({ requestId, dataLength }) => {
    if (scripts.has(requestId)) loaded.raw += dataLength;
  });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  return loaded;
}

async function weights(browser: Browser, product: BenchProduct): Promise<void> {
  const rows: Row[] = [];
  for (const path of ["/auth", ...SCREENS]) {
    const { context, page, cdp } = await open(browser, product, path !== "/auth");
    const { requests, raw, brotli } = await load(page, cdp, path);
    const limit = path === "/auth" ? 125 : 165;
    rows.push({
      what: `${path}: JavaScript, brotli (raw ${kilobytes(raw)}), ${requests} requests`,
      figure: kilobytes(brotli),
      ...(path === "/auth" && { floor: "102.0 KB" }),
      aim: `≤ ${limit} KB`,
      met: brotli / 1024 <= limit,
    });
    await context.close();
  }
  print("What each screen weighs, cold (P1, P2)", rows);
}

async function paints(browser: Browser, product: BenchProduct): Promise<void> {
  const rounds: Record<"paint" | "form" | "cold" | "warm", number>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const out = await open(browser, product, false);
    await slowDown(out.cdp);
    const form = await timeUntil(out.page, "/auth", (page) => page.getByLabel("Email").waitFor());
    const paint = await paintOf(out.page);
    await out.context.close();

    const inside = await open(browser, product, true);
    await slowDown(inside.cdp);
    const ready = (page: Page) => page.getByText("Birthday dinner").first().waitFor();
    const cold = await timeUntil(inside.page, "/", ready);
    await speedUp(inside.cdp);
    const warm = await timeUntil(inside.page, "/", ready);
    await inside.context.close();
    rounds.push({ paint, form, cold, warm });
  }
  const time = (what: string, of: "paint" | "form" | "cold" | "warm", limit: number, floor: string): Row => ({
    ...atMost(what, median(rounds.map((round) => round[of])), limit, ms),
    floor,
  });
  const { path, shift } = await worstShift(browser, product);
  print(`Slow phone: 1.6 Mbit/s, 150 ms, CPU ÷ 4; median of ${ROUNDS} (P3 to P5, P7)`, [
    time("first contentful paint of the sign-in page", "paint", 600, "396 ms"),
    time("sign-in form ready", "form", 2_100, "1813 ms"),
    time("dashboard ready, cold", "cold", 2_800, "2499 ms"),
    time("dashboard ready, warm, not slowed down", "warm", 450, "307 ms"),
    atMost(`layout shift, the worst of all screens (${path})`, shift, 0.02, (one) => one.toFixed(3)),
  ]);
}

/** Includes what is loaded after the first screen. */
async function worstShift(browser: Browser, product: BenchProduct) {
  let worst = { path: "", shift: 0 };
  for (const path of ["/auth", ...SCREENS]) {
    const { context, page, cdp } = await open(browser, product, path !== "/auth");
    await slowDown(cdp);
    await page.goto(path);
    await page.waitForTimeout(5_000);
    const shift = await shiftOf(page);
    if (shift > worst.shift) worst = { path, shift };
    await context.close();
  }
  return worst;
}

/** P23: with the product installed in the browser, and cached data. */
async function starts(browser: Browser, product: BenchProduct): Promise<void> {
  const { context, page, cdp } = await open(browser, product, true);
  const ready = (at: Page) => at.getByText("Birthday dinner").first().waitFor();
  await timeUntil(page, "/", ready);
  await page.evaluate("navigator.serviceWorker.ready");
  await page.waitForLoadState("networkidle");
  const round = async () => {
    const took: number[] = [];
    for (let n = 0; n < ROUNDS; n++) took.push(await timeUntil(page, "/", ready));
    return median(took);
  };
  const warm = await round();
  await context.setOffline(true);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const offline = await round();
  print(`Installed in the browser; median of ${ROUNDS} (P23)`, [
    atMost("dashboard without a network, CPU ÷ 4", offline, 1_000, ms),
    atMost("dashboard, warm, not slowed down", warm, 200, ms),
  ]);
  await context.close();
}

const ROWS = ".category-row, .inbox-row";
// Counts only rows that nothing covers.
const SEEN = `[...document.querySelectorAll("${ROWS}")].filter((row) => {
  const { left, width, top, bottom } = row.getBoundingClientRect();
  const isSeen = (y) => row.contains(document.elementFromPoint(left + width / 2, y));
  return isSeen(top + 2) && isSeen(bottom - 2);
}).length`;
/** P25: rows that are completely visible on the demo household's first screen. */
async function rowsInSight(browser: Browser, product: BenchProduct): Promise<void> {
  const { context, page } = await open(browser, product, true);
  const count = async (path: string, width: number, height: number, least: number): Promise<Row> => {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await page.locator(ROWS).first().waitFor();
    await page.waitForLoadState("networkidle");
    const seen = await page.evaluate<number>(SEEN);
    return {
      what: `${path}, ${width} × ${height}`,
      figure: `${seen}`,
      aim: `≥ ${least}`,
      met: seen >= least,
    };
  };
  print("Rows in sight (P25)", [
    await count("/budget", 1280, 800, 8),
    await count("/budget", 375, 812, 5),
    await count("/transactions", 375, 812, 8),
  ]);
  await context.close();
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", SLOW);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

async function speedUp(cdp: CDPSession): Promise<void> {
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    downloadThroughput: -1,
    uploadThroughput: -1,
    latency: 0,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
}

async function timeUntil(page: Page, path: string, there: (page: Page) => Promise<void>): Promise<number> {
  const began = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  await there(page);
  return performance.now() - began;
}

const paintOf = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);

// Script text, because it uses the browser's performance API and not Node's.
const SHIFTS = `new Promise((resolve) => {
  let total = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) total += value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(total), 300);
})`;
const shiftOf = (page: Page): Promise<number> => page.evaluate<number>(SHIFTS);

/** Script text: milliseconds from the click to the frame that shows the other screen's heading. */
const SWITCHED = `new Promise((resolve) => {
  const heading = () => document.querySelector("h1")?.textContent;
  const before = heading();
  addEventListener("click", ({ timeStamp }) => {
    const seen = new MutationObserver(() => {
      if (!heading() || heading() === before) return;
      seen.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    });
    seen.observe(document.body, { childList: true, subtree: true, characterData: true });
  }, { capture: true, once: true });
})`;

/** P6 and P7: changing screens by the navigation, with everything cached. */
async function switches(browser: Browser, product: BenchProduct, rounds: number): Promise<void> {
  const { context, page, cdp } = await open(browser, product, true);
  await page.setViewportSize({ width: 1280, height: 900 });
  const names = ["Transactions", "Budget", "Goals", "Subscriptions", "Settings", "Dashboard"];
  const go = async (name: string): Promise<number> => {
    const link = page.getByRole("navigation").getByRole("link", { name, exact: true }).first();
    await link.hover(); // the time begins at the click, not at finding the link
    await page.evaluate(`void (window.switched = ${SWITCHED})`);
    await link.click();
    return page.evaluate<number>("window.switched");
  };
  await page.goto("/");
  for (const name of names) await go(name);
  // Code that loads after the first screen stays in memory and is not growth.
  await page.waitForTimeout(5_000);
  const before = await heap(cdp);
  const switched: { to: string; took: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const to = names[round % names.length] ?? "Dashboard";
    switched.push({ to, took: await go(to) });
  }
  const growth = (await heap(cdp)) - before;
  const times = switched.map(({ took }) => took);
  const medians = [...Map.groupBy(switched, ({ to }) => to)].map(
    ([to, some]) => `${to} ${ms(median(some.map(({ took }) => took)))}`,
  );
  print(`Switching screens, cached (P6, P7); medians: ${medians.join(", ")}`, [
    atMost(`click to the frame with its heading, p95 of ${rounds}`, quantile(times, 0.95), 100, ms),
    atMost(`heap grown after ${rounds} switches`, growth, 2 * 1024 * 1024, kilobytes),
  ]);
  await context.close();
}

/** Prints how long a search for one of the oldest rows takes, from the last key to the frame that shows it. */
async function searches(browser: Browser, product: BenchProduct): Promise<void> {
  const { context, page } = await open(browser, product, true);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/transactions?all=true");
  const field = page.getByRole("searchbox").first();
  await field.waitFor();
  const times: number[] = [];
  for (const row of [7, 70, 700]) {
    await field.fill("");
    const began = performance.now();
    await field.fill(nameOfRow(row));
    await page.getByText(nameOfRow(row), { exact: true }).first().waitFor();
    times.push(performance.now() - began);
  }
  print("Search of all transactions", [
    atMost("a row of the first year, median of 3", median(times), 1_000, ms),
  ]);
  await context.close();
}

async function heap(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.enable");
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize;
}
