import { join } from "node:path";
import { chromium } from "playwright-core";
import { browserOptions } from "../../../web/test/chromium.ts";
import { PROJECT } from "../../src/local/settings.ts";
import { onProduct, signInDemo } from "./product.ts";

const SCREENS = {
  dashboard: "/",
  transactions: "/transactions",
  budget: "/budget",
  goals: "/goals",
  subscriptions: "/subscriptions",
  ahead: "/ahead",
  year: "/year",
  settings: "/settings",
};
/** Small enough for the repository, large enough to read. */
const SIZES = [
  { name: "desktop", viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.6, colorScheme: "light" },
  { name: "phone", viewport: { width: 375, height: 812 }, deviceScaleFactor: 0.7, colorScheme: "dark" },
] as const;

/** The pictures of docs/screens.md: every screen of the demo household, as it is. */
export async function pictures(): Promise<void> {
  const browser = await chromium.launch(await browserOptions());
  const take = async ({ url }: { url: string }) => {
    for (const { name, ...size } of SIZES) {
      const context = await browser.newContext({ baseURL: url, reducedMotion: "reduce", ...size });
      await signInDemo(context, url);
      const page = await context.newPage();
      for (const [screen, path] of Object.entries(SCREENS)) {
        await page.goto(path, { waitUntil: "networkidle" });
        await page.screenshot({ path: join(PROJECT, "docs/screens", `${screen}-${name}.png`) });
      }
      await context.close();
    }
  };
  await onProduct(take, { COFFER_DEMO: "on" }).finally(() => browser.close());
}
