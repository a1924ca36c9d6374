import { chromium } from "playwright-core";
import { browserOptions } from "../../../web/test/chromium.ts";
import { benchProduct } from "./product.ts";
import { atMost, ms, print } from "./table.ts";

const ROWS = 10_000;
/** The import itself may take long on a busy machine. */
const PATIENCE_MS = 180_000;

/**
 * docs/promises.md P17: a bank's file of ten thousand rows on the import screen, from the drop to the last row written.
 */
export async function imports(): Promise<void> {
  const product = await benchProduct();
  const browser = await chromium.launch(await browserOptions());
  try {
    await product.signUp();
    const categoryId = await product.addCategory();
    await product.send("POST", "/api/rules", { contains: "Shop", categoryId });
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1280, height: 900 },
    });
    const [name = "", value = ""] = product.cookie().split("; ")[0]?.split("=") ?? [];
    const hint = { name: "session-hint", value: "1", url: product.url };
    await context.addCookies([{ name, value, url: product.url }, hint]);
    const page = await context.newPage();
    await page.goto("/import");
    const input = page.locator("input[type=file]");
    await input.waitFor({ state: "attached" });

    let began = performance.now();
    await input.setInputFiles({ name: "bank.csv", mimeType: "text/csv", buffer: Buffer.from(file()) });
    const start = page.getByRole("button", { name: /^Import [\d,]+ rows$/ });
    await start.waitFor();
    const shown = performance.now() - began;

    began = performance.now();
    await start.click();
    await page.getByText(/transactions were added/).waitFor({ timeout: PATIENCE_MS });
    const written = performance.now() - began;
    print(`A file of ${ROWS.toLocaleString("en-US")} rows on the import screen (P17)`, [
      atMost("read, matched and shown", shown, 2_000, ms),
      atMost("written", written, 30_000, ms),
    ]);
  } finally {
    await browser.close();
    await product.end();
  }
}

/** Four years of purchases, the newest first. */
function file(): string {
  const newest = Date.UTC(2026, 10, 20);
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const date = new Date(newest - Math.floor(index / 7) * 86_400_000).toISOString().slice(0, 10);
    return `${date},Shop ${index},-${(1 + (index % 9_000)) / 100}`;
  });
  return `Date,Payee,Amount\n${rows.join("\n")}\n`;
}
