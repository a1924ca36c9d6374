import { expect, test } from "vitest";
import { newUser } from "./fixtures.ts";

test("shows thirty pages after thirty loads, also where the one before was cut off", async () => {
  const { page, category, transaction } = await newUser();
  await transaction(await category("Food"), "Bread", 3, "2024-12-02");
  await page.goto("/transactions?month=2024-12");
  const row = page.getByRole("row").filter({ hasText: "Bread" });
  let shown = 0;
  for (let load = 0; load < 30; load++) {
    await page.reload();
    // Every third is left while the browser's stores are still being read and written.
    if (load % 3 === 2) continue;
    await row.waitFor({ timeout: 20_000 });
    shown += 1;
  }
  expect(shown).toBe(20);
});
