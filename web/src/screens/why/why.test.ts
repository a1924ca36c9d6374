import { expect, test } from "vitest";
import { expectToast, newUser } from "../../../test/fixtures.ts";

test("opens the rows of an actual amount at their own address", async () => {
  const { page, category, transaction } = await newUser("Maya", { holdToasts: true });
  const food = await category("Food");
  await category("Dining");
  await transaction(food, "Market", 30, "2024-10-05");
  const osteria = await transaction(food, "Osteria", 40, "2024-12-03");
  await transaction(food, "Bistro", 20, "2024-12-04");
  await transaction(food, "Market", 5.2, "2024-12-05");
  await page.goto("/budget?month=2024-12");
  await page
    .getByRole("row", { name: /Food/ })
    .getByRole("link", { name: "Food spent, $65, show rows" })
    .click();
  const panel = page.getByRole("dialog", { name: "What Food is made of" });
  await panel.getByText("$65.20 from 3 rows").waitFor();
  await panel.getByText("Osteria, $40.00").waitFor();
  const rows = panel.getByRole("list", { name: "Rows" }).getByRole("listitem");
  await expect.poll(() => rows.filter({ hasText: "Sum" }).textContent()).toContain("$65.20");
  await page.reload();
  await panel.getByText("$65.20 from 3 rows").waitFor();

  // It leaves the panel before the server answers, and returns if the server refuses.
  await page.route(`**/api/transactions/${osteria.id}`, (route) =>
    route.fulfill({ status: 500, body: "{}" }),
  );
  await panel.getByLabel("Category of Osteria").selectOption("Dining");
  await expectToast(page, "Failed to update transaction");
  await panel.getByText("$65.20 from 3 rows").waitFor();
  await page.unroute(`**/api/transactions/${osteria.id}`);
  await panel.getByLabel("Category of Osteria").selectOption("Dining");
  await panel.getByText("$25.20 from 2 rows").waitFor();
  await expectToast(page, "Moved to Dining");
  await panel.getByRole("button", { name: "Undo" }).click();
  await panel.getByText("$65.20 from 3 rows").waitFor();

  // A corrected row offers the same for rows of other months and for later ones.
  await panel.getByLabel("Category of Market").selectOption("Dining");
  await panel.getByText("“Market” is in Dining now.").waitFor();
  await panel.getByRole("button", { name: "Also the 1 other like it" }).click();
  await expectToast(page, "1 transaction moved");
  await panel.getByRole("button", { name: "Always, with a rule" }).click();
  await expectToast(page, "Rule added");
  await panel.getByText("“Market” is in Dining now.").waitFor({ state: "hidden" });

  await panel.getByRole("button", { name: "Select", exact: true }).click();
  await panel.getByLabel("Select Osteria").check();
  await panel.getByLabel("Move to").selectOption("Dining");
  await panel.getByRole("button", { name: "Move", exact: true }).click();
  await panel.getByText("$20.00 from 1 row").waitFor();

  // A dialog over the panel closes without the panel.
  const dialog = page.getByRole("dialog", { name: "Edit Transaction" });
  await panel.getByRole("button", { name: "Edit Bistro" }).click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await panel.and(page.locator(":has(:focus)")).waitFor();

  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  await expect.poll(() => new URL(page.url()).searchParams.has("why")).toBe(false);

  // On a wide screen it is a pane beside the rows, which can still be used.
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByRole("link", { name: "Dining spent, $45, show rows" }).click();
  await page.getByRole("dialog", { name: "What Dining is made of" }).waitFor();
  await page.getByRole("link", { name: "Food spent, $20, show rows" }).click();
  await panel.getByRole("button", { name: "Edit Bistro" }).click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await panel.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
});
