import { expect, test } from "vitest";
import { expectToast, newUser } from "../../test/fixtures.ts";

test("replaces a toast with a new one", async () => {
  const { page } = await newUser();
  await page.goto("/settings");
  await page.getByLabel("Currency").selectOption("EUR");
  await expectToast(page, "Preferences updated");
  await page.route("**/api/preferences", (route) => route.abort());
  await page.getByLabel("Currency").selectOption("GBP");
  await expectToast(page, "Failed to update preferences");
  expect(await page.locator(".toast").count()).toBe(1);
});

test("hides a toast after 5 seconds, unless the pointer is on it", async () => {
  const { page } = await newUser();
  await page.clock.install();
  await page.goto("/settings");
  const shown = page.locator(".toast");
  await page.getByLabel("Currency").selectOption("EUR");
  await shown.hover();
  await page.clock.fastForward(60_000);
  await expectToast(page, "Preferences updated");
  await page.mouse.move(5, 5);
  await page.clock.fastForward(5_000);
  await shown.waitFor({ state: "hidden" });
});

test("moves the focus to the toast on F8, where it is dismissed by keyboard", async () => {
  const { page } = await newUser();
  await page.goto("/settings");
  await page.getByLabel("Currency").selectOption("EUR");
  await page.locator(".toast").waitFor();
  await page.keyboard.press("F8");
  const region = page.getByRole("region", { name: "Notifications (F8)" });
  await region.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Tab");
  await region.getByRole("button", { name: "Dismiss" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".toast").waitFor({ state: "hidden" });
});

test("dismisses a toast by a swipe to the right", async () => {
  const { page } = await newUser();
  await page.goto("/settings");
  await page.getByLabel("Currency").selectOption("EUR");
  const shown = page.locator(".toast");
  await shown.hover({ position: { x: 20, y: 20 } });
  await page.mouse.down();
  const box = await shown.boundingBox();
  if (!box) throw new Error("the toast is not shown");
  await page.mouse.move(box.x + 20 + 60, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await shown.waitFor({ state: "hidden" });
});

test("returns the focus when a toast is dismissed by keyboard", async () => {
  const { page } = await newUser();
  await page.goto("/settings");
  const currency = page.getByLabel("Currency");
  await currency.focus();
  await currency.selectOption("EUR");
  await page.locator(".toast").waitFor();
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await currency.and(page.locator(":focus")).waitFor();
});

test("does not repeat the title of a toast in its description", async () => {
  const { page } = await newUser();
  await page.route("**/api/preferences", (route) => route.abort());
  await page.goto("/settings");
  await page.getByLabel("Currency").selectOption("GBP");
  await expectToast(page, "Failed to update preferences");
  expect(await page.locator(".toast").getByText("Failed to update preferences").count()).toBe(1);
});

test("brings a toast back that is let go beside it", async () => {
  const { page } = await newUser();
  await page.goto("/settings");
  await page.getByLabel("Currency").selectOption("EUR");
  const shown = page.locator(".toast");
  await shown.hover({ position: { x: 20, y: 20 } });
  await page.mouse.down();
  const box = (await shown.boundingBox()) ?? expect.fail("the toast is not shown");
  await page.mouse.move(box.x + 60, box.y + 20, { steps: 4 });
  await page.mouse.move(box.x + 60, box.y - 200, { steps: 4 });
  await page.mouse.up();
  expect(await shown.getAttribute("style")).toBe("");
});
