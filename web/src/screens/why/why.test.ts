import { expect, test } from "vitest";
import { newUser } from "../../../test/fixtures.ts";

test("opens the rows of a category's actual from the budget table, with an address of its own", async () => {
  const { page, category, transaction } = await newUser();
  const food = await category("Food");
  await category("Dining");
  await transaction(food, "Market", 30, "2024-10-05");
  await transaction(food, "Market", 12.5, "2024-12-03");
  await transaction(food, "Bakery", 3.2, "2024-12-04");
  await page.goto("/budget?month=2024-12");
  await page.getByRole("row", { name: /Food/ }).getByRole("link", { name: "$16", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "What Food is made of" });
  await panel.getByText("$15.70 from 2 rows").waitFor();
  await panel.getByText("Market, $12.50").waitFor();
  const rows = panel.getByRole("list", { name: "Rows" }).getByRole("listitem");
  await expect.poll(() => rows.filter({ hasText: "Sum" }).textContent()).toContain("$15.70");
  await page.reload();
  await panel.getByText("$15.70 from 2 rows").waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  await expect.poll(() => new URL(page.url()).searchParams.has("why")).toBe(false);
});

test("recategorises a transaction from the rows of a card", async () => {
  const { page, category, transaction } = await newUser();
  const food = await category("Food");
  await category("Dining");
  await transaction(food, "Osteria", 40, "2024-12-03");
  await page.goto("/?month=2024-12&why=expenses");
  const panel = page.getByRole("dialog", { name: "What Expenses is made of" });
  await panel.getByText("$40.00 from 1 row").waitFor();
  await panel.getByRole("button", { name: "Edit Osteria" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Transaction" });
  await dialog.getByLabel("Category").selectOption({ label: "Dining" });
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.waitFor({ state: "hidden" });
  await panel.getByText("Dining · ").waitFor();
});
