import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE } from "./browser.ts";
import { newProvenUser, openScreen } from "./fixtures.ts";

const LAPTOP = { width: 1280, height: 800 };
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** Days of December with one or two purchases. */
const DAYS = [20, 19, 19, 18, 18, 17, 16, 16, 15, 15];

test("shows enough rows without scrolling", async () => {
  const { page, send, transaction } = await newProvenUser();
  const kind = { type: "expense", icon: "category", color: "blue", month: 12, year: 2024, projected: 100 };
  const [first] = await Promise.all(
    NUMBERS.map((number) => send("POST", "/api/categories", { name: `Category ${number}`, ...kind })),
  );
  await Promise.all(
    DAYS.map((day, index) => transaction(first, `Market ${index + 1}`, index + 1, `2024-12-${day}`)),
  );
  await page.setViewportSize(PHONE);
  await page.goto("/transactions?month=2024-12");
  await expect.poll(() => rowsInSight(page, ".inbox-row")).toBeGreaterThanOrEqual(8);
  const amount = await page.getByRole("link", { name: /^Market 1, / }).boundingBox();
  expect(amount?.height).toBeGreaterThanOrEqual(24);
  await openScreen(page, "/budget?month=2024-12");
  await expect.poll(() => rowsInSight(page, ".category-row")).toBeGreaterThanOrEqual(5);
  await page.setViewportSize({ width: 640, height: 900 });
  await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(640);
  await page.setViewportSize(LAPTOP);
  await expect.poll(() => rowsInSight(page, ".category-row")).toBeGreaterThanOrEqual(8);
  await openScreen(page, "/import");
  const rows = NUMBERS.map((number) => `2024-11-${10 + number},Shop ${number},-${number}.50`);
  const buffer = Buffer.from(["Date,Description,Amount", ...rows].join("\n"));
  await page.locator("input[type=file]").setInputFiles({ name: "bank.csv", mimeType: "text/csv", buffer });
  await expect.poll(() => rowsInSight(page, ".import-row")).toBeGreaterThanOrEqual(8);
});

/** Rows whose first and last line are neither covered nor cut off. */
const rowsInSight = (page: Page, rows: string) =>
  page.evaluate<number>(`[...document.querySelectorAll("${rows}")].filter((row) => {
    const { left, width, top, bottom } = row.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => row.contains(document.elementFromPoint(left + width / 2, y)));
  }).length`);
