import { inject, test } from "vitest";
import { newUser } from "./fixtures.ts";

/** Chromium has never failed this test. */
const LOADS = inject("browserEngine") === "chromium" ? 6 : 30;

test("shows the page after each load, even if the one before was cut off", async () => {
  const { page, category, transaction } = await newUser();
  await transaction(await category("Food"), "Bread", 3, "2024-12-02");
  await page.goto("/transactions?month=2024-12");
  const row = page.getByRole("row").filter({ hasText: "Bread" });
  for (let load = 0; load < LOADS; load++) {
    await page.reload();
    // Every third is left while the browser's stores are still being read and written.
    if (load % 3 === 2) continue;
    await row.waitFor();
  }
});
