import { expect, test } from "vitest";
import { PHONE } from "../../test/browser.ts";
import { expectToast, newUser } from "../../test/fixtures.ts";

test("lists notifications under the bell", async () => {
  const { page, person, send } = await newUser("Maya", { viewport: PHONE });
  const change = (currentPassword: string, newPassword: string) =>
    send("POST", "/api/user/change-password", { currentPassword, newPassword });
  await change(person.password, "another horse");
  await change("another horse", person.password);
  const bell = (name: string) => page.getByRole("button", { name, exact: true });
  await page.clock.install();
  await page.goto("/goals");
  await page.getByRole("heading", { name: "Financial Goals" }).waitFor();
  await page.clock.fastForward(3_000);
  await bell("Notifications, 2 unread notifications").click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  const told = panel.getByRole("link", { name: /^Your password was changed/ });
  await told.nth(1).waitFor();
  await told.first().click();
  await page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  await panel.waitFor({ state: "hidden" });
  await bell("Notifications, 1 unread notification").click();
  await panel.getByRole("button", { name: "Mark all as read" }).click();
  await panel.getByRole("button", { name: "Mark all as read" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await bell("Notifications").and(page.locator(":focus")).waitFor();
  await page.getByLabel("Your password, email address or devices change").click();
  await expectToast(page, "Preferences updated");
  await change(person.password, "yet another horse");
  await page.reload();
  await bell("Notifications").click();
  await told.nth(1).waitFor();
  await expect.poll(() => told.count()).toBe(2);
});
