import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { closeByBack, newUser, screenLink } from "../../test/fixtures.ts";

test("asks before a half-filled form is discarded", async () => {
  const { page } = await newUser("Maya");
  await page.goto("/goals");
  const account = page.getByRole("banner").getByRole("button", { name: /^Maya/ });
  await account.focus();
  await page.keyboard.press("ArrowDown");
  await focused(page.getByRole("menuitem", { name: "Profile & Settings" }));
  await page.keyboard.press("ArrowDown");
  await focused(page.getByRole("menuitem", { name: "Activity" }));
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "hidden" });
  await focused(account);
  await page.getByRole("link", { name: "Settings", exact: true }).filter({ visible: true }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await focused(page.getByRole("main"));
  await expect.poll(() => page.title()).toBe("Settings · Coffer");

  await screenLink(page, "Goals").click();
  await page.getByRole("heading", { name: "Financial Goals" }).waitFor();
  await screenLink(page, "Transactions").click();
  // No label of the navigation or the header is cut off, on a tablet either.
  const cutOff = `[...document.querySelectorAll(".frame-header, .header-search > span, .rail-links a")]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`;
  for (const width of [640, 768, 1024, 1216, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(cutOff)).toEqual([]);
  }
  await page.getByRole("button", { name: "Add Transaction" }).click();
  // With Escape, Close or Back.
  const dialog = page.getByRole("dialog", { name: "Add Transaction" });
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await dialog.getByLabel("Description").fill("Market");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await closeByBack(page);
  await question.waitFor();
  await expect.poll(() => dialog.getByLabel("Description").inputValue()).toBe("Market");
  await closeByBack(page);
  await question.waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  const beforeUnload = page.waitForEvent("dialog");
  await page.evaluate("setTimeout(() => location.reload())");
  await (await beforeUnload).dismiss();
  await expect.poll(() => dialog.getByLabel("Description").inputValue()).toBe("Market");
  await question.getByRole("button", { name: "Discard" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Add Transaction" }).click();
  // Nothing was typed here.
  await focused(dialog.getByLabel("Description"));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

test("moves the focus into dialogs and back on Escape", async () => {
  const { page, category, transaction, send } = await newUser();
  const food = await category("Food");
  for (let number = 1; number <= 9; number++)
    await transaction(food, `Market ${number}`, number, `2024-12-0${number}`);
  await transaction(food, "Bakery", 12, "2024-11-03");
  const dates = { startDate: "2024-01-01", targetDate: "2099-06-01" };
  for (const name of ["Bicycle", "Holiday"])
    await send("POST", "/api/financial-goals", { name, targetAmount: 1000, ...dates });
  await page.goto("/budget?month=2024-12");

  await page.getByRole("button", { name: "Edit Food" }).waitFor();
  const button = (name: string) => page.getByRole("button", { name }).first();
  for (const [opener, title, first, firstInMenu] of [
    [button("Reset Actuals"), "Reset Actuals", "Cancel", undefined],
    [button("Add Category"), "Add Category", "Name", undefined],
    [button("Edit Food"), "Edit Category", "Name", undefined],
    [button("Delete Food"), "Delete category", undefined, undefined],
    [button("More for Food"), "Food", undefined, "Move to group"],
  ] as const) {
    await opener.focus();
    await page.keyboard.press("Enter");
    if (firstInMenu) {
      await focused(page.getByRole("menuitem", { name: firstInMenu }));
      await page.keyboard.press("Enter");
    }
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.locator(":focus").waitFor();
    if (first) await focused(dialog.getByLabel(first).or(dialog.getByRole("button", { name: first })));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await focused(opener);
  }

  await page.setViewportSize({ width: 1280, height: 400 });
  await screenLink(page, "Transactions").click();
  await page.getByRole("button", { name: "Delete Market 8" }).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate("scrollY");
  await page.getByRole("button", { name: "Delete Market 8" }).click();
  await focused(page.getByRole("button", { name: "Delete Market 7" }));
  await expect.poll(() => page.evaluate("scrollY")).toBe(scrolled);

  await page.getByRole("button", { name: "Previous month" }).click();
  await page.getByRole("button", { name: "Delete Bakery" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("No transactions found").waitFor();
  await focused(page.getByRole("main"));

  await screenLink(page, "Goals").click();
  await page.getByRole("button", { name: "Delete Bicycle" }).click();
  await focused(page.getByRole("button", { name: "Delete Holiday" }));
});

const focused = (element: Locator) => element.and(element.page().locator(":focus")).waitFor();
