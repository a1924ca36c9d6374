import { expect, test } from "vitest";
import { PHONE } from "../../test/browser.ts";
import { closeByBack, expectToast, newUser, textsOf } from "../../test/fixtures.ts";

test("closes the phone's menu by each way out of it", async () => {
  const { page } = await newUser("Maya", { viewport: PHONE });
  await page.goto("/goals");
  const menu = page.getByRole("dialog", { name: "Menu" });
  const opener = page.getByRole("button", { name: "Open menu" });
  const open = async () => {
    await opener.click();
    await menu.getByRole("link", { name: "Dashboard" }).waitFor();
  };
  const closed = () => menu.waitFor({ state: "hidden" });

  await open();
  await expect.poll(() => menu.boundingBox()).toEqual({ x: 0, y: 0, width: 280, height: PHONE.height });
  await expect
    .poll(() => textsOf(menu.getByRole("link")))
    .toEqual(["Dashboard", "Transactions", "Budget", "Money ahead", "Year", "Activity", "Settings"]);
  await menu.getByRole("button", { name: "Close menu" }).click();
  await closed();

  await open();
  await page.keyboard.press("Escape");
  await closed();
  await opener.and(page.locator(":focus")).waitFor();

  await open();
  await page.mouse.click(277, PHONE.height - 3);
  await menu.getByRole("link", { name: "Settings" }).waitFor();
  await page.mouse.click(300, PHONE.height / 2);
  await closed();

  await open();
  await menu.getByRole("link", { name: "Budget" }).click();
  await page.getByRole("heading", { name: "Budget Planning" }).waitFor();
  await closed();

  // Beside the month's buttons, on the narrowest phone.
  await page.setViewportSize({ width: 320, height: PHONE.height });
  await open();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(240);
  await page.keyboard.press("Escape");
  await closed();
  // No tab's label touches its neighbor or an edge.
  const labels = page.getByRole("navigation", { name: "Tabs" }).getByText(/./);
  const boxes = await Promise.all((await labels.all()).map((label) => label.boundingBox()));
  const edges = boxes.flatMap((box) => (box ? [box.x, box.x + box.width] : []));
  expect(edges.length).toBe(12);
  expect([0, ...edges, 320]).toEqual([0, ...edges.toSorted((a, b) => a - b), 320]);
  await page.setViewportSize(PHONE);

  // Back leaves the screen only if no dialog or menu is open over it.
  await open();
  await closeByBack(page);
  await closed();
  await page.getByRole("heading", { name: "Budget Planning" }).waitFor();
  await page.getByRole("button", { name: "Quick entry" }).click();
  const entry = page.getByRole("dialog", { name: "Quick entry" });
  await entry.waitFor();
  await closeByBack(page);
  await entry.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /account$/ }).click();
  await page.getByRole("menu").waitFor();
  await closeByBack(page);
  await page.getByRole("menu").waitFor({ state: "hidden" });
  await page.goBack();
  await page.getByRole("heading", { name: "Financial Goals" }).waitFor();

  await open();
  await menu.getByRole("button", { name: "Log out" }).click();
  await expectToast(page, "Logged out");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await closed();
});
