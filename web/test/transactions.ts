import type { Page } from "playwright-core";

/** The month that tests of the browser's storage use. */
export const MONTH = "/transactions?month=2024-12";

/** Enters an expense of that month in Food. */
export async function addTransaction(page: Page, description: string): Promise<void> {
  await page.getByRole("button", { name: "Add Transaction" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Transaction" });
  await dialog.getByLabel("Description").fill(description);
  await dialog.getByLabel("Amount").fill("12");
  await dialog.getByLabel("Category").selectOption("Food");
  await dialog.getByLabel("Date").fill("2024-12-03");
  await dialog.getByRole("button", { name: "Add Transaction" }).click();
  await dialog.waitFor({ state: "hidden" });
}

export const row = (page: Page, description: string) =>
  page.getByRole("row").filter({ hasText: description });
