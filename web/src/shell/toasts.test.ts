import { expect, test } from "vitest";
import { newUser } from "../../test/fixtures.ts";

test("replaces a toast with a new one, hides it after 5 seconds, and lets pointer and keys hold or dismiss it", async () => {
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

  // A swipe to the right dismisses it; one that is let go beside it does not.
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

/** The settings of a new user, where time stands still and so toasts stay; `choose` waits for the toast. */
async function settings() {
  const { page } = await newUser();
  await page.clock.install();
  await page.goto("/settings");
  await page.getByLabel("Currency").waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  const shown = page.locator(".toast");
  const choose = async (currency: string, title: string) => {
    await page.getByLabel("Currency").selectOption(currency);
    // The page needs a little of its time to show it.
    const isShown = async () => {
      await page.clock.runFor(10);
      return shown.getByText(title, { exact: true }).first().isVisible();
    };
    await expect.poll(isShown).toBe(true);
  };
  return { page, choose, shown };
}
