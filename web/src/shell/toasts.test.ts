import { expect, test } from "vitest";
import { expectToast, failOnce, newUser } from "../../test/fixtures.ts";

test("hides a toast after 5 seconds unless pointer or keys hold it", async () => {
  const { page, choose, shown } = await settings();
  await choose("EUR", "Preferences updated");
  await page.route("**/api/preferences", (route) => route.abort());
  await choose("GBP", "Failed to update preferences");
  expect(await shown.count()).toBe(1);
  expect(await shown.getByText("Failed to update preferences").count()).toBe(1);
  await shown.getByText("Please check your connection and try again.").waitFor();
  await page.unroute("**/api/preferences");
  await choose("GBP", "Preferences updated");
  await shown.hover();
  await page.clock.fastForward(60_000);
  await shown.waitFor();
  await page.mouse.move(5, 5);
  await page.clock.fastForward(5_000);
  await shown.waitFor({ state: "hidden" });

  // A swipe to the right dismisses it; one that ends beside it does not.
  await choose("EUR", "Preferences updated");
  await shown.hover({ position: { x: 20, y: 20 } });
  await page.mouse.down();
  const box = (await shown.boundingBox()) ?? expect.fail("the toast is not shown");
  await page.mouse.move(box.x + 60, box.y + 20, { steps: 4 });
  await page.mouse.move(box.x + 60, box.y - 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => shown.getAttribute("style")).toBe("");
  await shown.hover({ position: { x: 20, y: 20 } });
  await page.mouse.down();
  await page.mouse.move(box.x + 20 + 60, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await shown.waitFor({ state: "hidden" });

  const currency = page.getByLabel("Currency");
  await currency.focus();
  await choose("GBP", "Preferences updated");
  await page.keyboard.press("F8");
  await page.getByRole("region", { name: "Notifications (F8)" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Tab");
  await shown.getByRole("button", { name: "Dismiss" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await shown.waitFor({ state: "hidden" });
  await currency.and(page.locator(":focus")).waitFor();
});

test("forgets a failure that waits for an Undo once the retry has succeeded", async () => {
  const { page, category, transaction } = await newUser("Maya", { holdToasts: true });
  const food = await category("Food");
  for (const name of ["Market", "Bakery"]) await transaction(food, name, 12, "2024-12-03");
  await page.goto("/transactions?month=2024-12");
  await page.getByRole("button", { name: "Delete Market" }).click();
  await expectToast(page, "Transaction deleted");
  await page.getByRole("button", { name: "Edit Bakery" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Transaction" });
  await dialog.getByLabel("Description").fill("Baker");
  await failOnce(page, "PUT", "**/api/transactions/*");
  const refused = page.waitForResponse((response) => response.status() === 500);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await refused;
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Transaction updated");
  await page.locator(".toast").getByRole("button", { name: "Dismiss" }).click();
  await page.locator(".toast").waitFor({ state: "hidden" });
  expect(await page.evaluate("notedToasts")).toEqual([]);

  const undos: string[] = [];
  page.on("request", (request) => void (request.url().endsWith("/undo") && undos.push(request.url())));
  await page.getByRole("button", { name: "Delete Baker" }).click();
  await page.locator(".toast").getByRole("button", { name: "Undo" }).dblclick();
  await expectToast(page, "Undone");
  await page.locator(".toast").waitFor();
  const pressed = Promise.withResolvers<void>();
  await page.route("**/undo", async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  pressed.resolve();
  await expectToast(page, "Undone");
  expect(undos.length).toBe(2);

  await page.goto("/budget?month=2024-12");
  await page.getByRole("button", { name: "Plan Food: $0" }).click();
  await page.getByRole("textbox", { name: "Projected Food" }).fill("100");
  await page.keyboard.press("Enter");
  await expectToast(page, "Budget updated");
  await page.getByRole("button", { name: "Reset Actuals" }).click();
  const question = page.getByRole("dialog", { name: "Reset Actuals" });
  await failOnce(page, "POST", "**/api/budgets/reset-month");
  await question.getByRole("button", { name: "Reset", exact: true }).click();
  await question.locator("footer").getByText("Failed to reset monthly actuals").waitFor();
  await question.getByRole("button", { name: "Reset", exact: true }).click();
  await expectToast(page, "Reset successful");
  await question.waitFor({ state: "hidden" });
});

/** The settings of a new user, with the clock stopped so that toasts stay; `choose` waits for the toast. */
async function settings() {
  const { page } = await newUser();
  await page.clock.install();
  await page.goto("/settings");
  await page.getByLabel("Currency").waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  const shown = page.locator(".toast");
  const choose = async (currency: string, title: string) => {
    await page.getByLabel("Currency").selectOption(currency);
    // The page's clock has to advance a little before the toast shows.
    const isShown = async () => {
      await page.clock.runFor(10);
      return shown.getByText(title, { exact: true }).first().isVisible();
    };
    await expect.poll(isShown).toBe(true);
  };
  return { page, choose, shown };
}
