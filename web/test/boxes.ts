import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";

const SOURCE = readFileSync(join(import.meta.dirname, "page/boxes.ts"), "utf8");
const MEASURE = stripTypeScriptTypes(SOURCE).replace("export {};", "");

export type Asked = { touch: boolean; moving: boolean };

/** One sentence for each thing that a page of this size cuts off, covers, overlaps or makes too small. */
export async function boxFaults(page: Page, asked: Asked): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'measureBoxes' in window")))
    await page.evaluate(`(() => {${MEASURE}})()`);
  return page.evaluate<string[]>(`measureBoxes(${JSON.stringify(asked)})`);
}
