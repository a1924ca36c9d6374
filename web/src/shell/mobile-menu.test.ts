import { expect, test } from "vitest";
import { newcomer } from "../../test/newcomer.ts";
import { PHONE, toast } from "../../test/person.ts";

test("the phone's menu closes by every way out", async () => {
  const { page } = await newcomer("Maya", { viewport: PHONE });
  await page.goto("/goals");
  const menu = page.getByRole("dialog", { name: "Menu" });
  const opener = page.getByRole("button", { name: "Open menu" });
  const open = async () => {
    await opener.click();
    await menu.getByRole("link", { name: "Dashboard" }).waitFor();
  };
  const closed = () => menu.waitFor({ state: "hidden" });

  await open();
  // Whole pixels: while it slides, the box is a hair wider for the rounding of the transform.
  expect(Math.round((await menu.boundingBox())?.width ?? 0)).toBe(280);
  expect(await menu.getByRole("link").allTextContents()).toEqual([
    "Dashboard",
    "Transactions",
    "Budget",
    "Settings",
  ]);
  await menu.getByRole("button", { name: "Close menu" }).click();
  await closed();

  await open();
  await page.keyboard.press("Escape");
  await closed();
  await opener.and(page.locator(":focus")).waitFor();

  await open();
  await page.mouse.click(320, PHONE.height / 2);
  await closed();

  await open();
  await menu.getByRole("link", { name: "Budget" }).click();
  await page.getByRole("heading", { name: "Budget Planning" }).waitFor();
  await closed();

  await open();
  await page.goBack();
  await page.getByRole("heading", { name: "Financial Goals" }).waitFor();
  await closed();

  await open();
  await menu.getByRole("button", { name: "Sign out" }).click();
  await toast(page, "Logged out");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await closed();
});
