import { writeFile } from "node:fs/promises";
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
/** Pixels of a picture for one of the screen. */
const DENSITY = 2;
const SIZES = [
  { name: "desktop", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "phone", viewport: { width: 375, height: 812 }, colorScheme: "dark" },
] as const;

/** The pictures of docs/screens.md: every screen of the demo household, as it is. */
export async function pictures(): Promise<void> {
  const browser = await chromium.launch(await browserOptions());
  const take = async ({ url }: { url: string }) => {
    for (const { name, ...size } of SIZES) {
      const context = await browser.newContext({ baseURL: url, reducedMotion: "reduce", ...size });
      await signInDemo(context, url);
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      for (const [screen, path] of Object.entries(SCREENS)) {
        await page.goto(path, { waitUntil: "networkidle" });
        const clip = { ...size.viewport, x: 0, y: 0, scale: DENSITY };
        const picture = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 80, clip });
        const file = join(PROJECT, "docs/screens", `${screen}-${name}.webp`);
        await writeFile(file, Buffer.from(picture.data, "base64"));
      }
      await context.close();
    }
  };
  await onProduct(take, { COFFER_DEMO: "on" }).finally(() => browser.close());
}
