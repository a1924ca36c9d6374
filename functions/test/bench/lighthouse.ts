import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { browserOptions } from "../../../web/test/chromium.ts";
import { freeAddress } from "../../src/local/database.ts";
import { benchProduct, signInDemo } from "./product.ts";
import { median, print } from "./table.ts";

const ROUNDS = 5;
/** The lowest accepted scores, of 100. */
const AIMS = {
  "/auth": { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 },
  "/": { performance: 90, accessibility: 100, "best-practices": 100, seo: 100 },
};
type Page = keyof typeof AIMS;

/** Lighthouse's scores with its mobile preset, signed out on the sign-in page and signed in on the dashboard. */
export async function scores(): Promise<void> {
  const product = await benchProduct({ COFFER_DEMO: "on" });
  const profile = mkdtempSync(join(tmpdir(), "coffer-lighthouse-"));
  const { port } = await freeAddress("127.0.0.1");
  const options = await browserOptions();
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    await score("/auth", product.url, port);
    await signInDemo(context, product.url);
    await score("/", product.url, port);
  } finally {
    await context.close();
    await product.end();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function score(path: Page, url: string, port: number): Promise<void> {
  const rounds: Record<string, number>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const result = await lighthouse(`${url}${path}`, { port, logLevel: "error", disableStorageReset: true });
    if (!result) throw new Error(`Lighthouse gave nothing for ${path}`);
    const { categories, finalDisplayedUrl } = result.lhr;
    if (new URL(finalDisplayedUrl).pathname !== path) throw new Error(`${path} led to ${finalDisplayedUrl}`);
    rounds.push(
      Object.fromEntries(Object.values(categories).map(({ id, score }) => [id, (score ?? 0) * 100])),
    );
  }
  print(
    `Lighthouse of ${path}, mobile preset, median of ${ROUNDS}`,
    Object.entries(AIMS[path]).map(([category, aim]) => {
      const figure = Math.round(median(rounds.map((round) => round[category] ?? 0)));
      return { what: category, figure: String(figure), aim: `≥ ${aim}`, met: figure >= aim };
    }),
  );
}
