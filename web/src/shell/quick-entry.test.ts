import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { PHONE } from "../../test/browser.ts";
import {
  devTools,
  expectToast,
  loseReply,
  newUser,
  queueIsLoaded,
  screenLink,
  textsOf,
} from "../../test/fixtures.ts";

const KNOWN = [
  "Corner Market",
  "Bakery",
  "Metro ticket",
  "Pharmacy",
  "Book shop",
  "Lunch at Lina's",
  "Fuel",
  "Cinema",
  "Hardware store",
  "Coffee",
];

test("enters ten known purchases with at most 60 keys beyond their words and digits", async () => {
  const { page, category, transaction } = await newUser();
  const food = await category("Food");
  const other = await category("Other");
  for (const [index, name] of KNOWN.entries())
    await transaction(index % 2 ? other : food, name, 5 + index, "2024-12-03");
  await page.goto("/goals");
  await page.getByText("No financial goals found.").waitFor();
  const keys = keystrokesOf(page);
  await keys.press("n");
  await dialog(page).waitFor();
  await page.locator("datalist option").nth(9).waitFor({ state: "attached" });
  for (const [index, name] of KNOWN.entries()) {
    await keys.type(name);
    if (index % 3 === 0) {
      // This time it cost something else.
      await keys.press("Tab");
      await keys.type(`${20 + index}`);
    }
    await keys.press("Enter");
  }
  await dialog(page).getByRole("button", { name: "Undo Coffee" }).waitFor();
  await dialog(page).getByRole("button", { name: /^Undo/ }).nth(9).waitFor();
  expect(keys.count).toBeLessThanOrEqual(60);
  await leave(page);
  await screenLink(page, "Transactions").click();
  await row(page, "Coffee").filter({ hasText: "-$29.00" }).filter({ hasText: "Other" }).waitFor();
  await row(page, "Cinema").filter({ hasText: "-$12.00" }).filter({ hasText: "Other" }).waitFor();
  await row(page, "Fuel").filter({ hasText: "-$26.00" }).filter({ hasText: "Food" }).waitFor();
});

test("takes the category of a rule", async () => {
  const { page, context, category, transaction, send } = await newUser();
  await category("Books");
  const food = await category("Food");
  await send("POST", "/api/rules", { contains: "BREAD", categoryId: food.id });
  const bill = { name: "Bakers' guild", amount: 30, frequency: "once", startDate: "2024-12-20" };
  await send("POST", "/api/subscriptions", { ...bill, categoryId: food.id });
  await transaction(food, "Milk", 3, "2024-11-03");
  await page.goto("/transactions?month=2024-12");
  await page.getByText("No transactions found").waitFor();
  await page.keyboard.press("n");
  const entry = dialog(page);
  await entry.getByLabel("Description").fill("Bread");
  await entry.getByLabel("Amount").fill("3.20");
  await expect.poll(() => entry.getByLabel("Category").inputValue()).toBe(String(food.id));
  await entry.getByLabel("Date").fill("2024-12-14");
  await page.keyboard.press("Enter");
  await entry.getByRole("button", { name: "Undo Bread" }).waitFor();
  await row(page, "Bread").filter({ hasText: "Food" }).waitFor();
  await expect.poll(() => entry.getByLabel("Description").inputValue()).toBe("");
  await expect.poll(() => entry.getByLabel("Date").inputValue()).toBe("2024-12-14");
  await entry.getByRole("button", { name: "Undo Bread" }).click();
  await row(page, "Bread").waitFor({ state: "detached" });
  await entry.getByRole("button", { name: "Undo Bread" }).waitFor({ state: "hidden" });
  const newest = async () => (await (await context.request.get("/api/activity")).json())[0];
  await expect.poll(newest).toMatchObject({ action: "undone", kind: "transaction", label: "Bread" });

  await entry.getByLabel("Description").fill("Guild of bakers");
  await entry.getByLabel("Amount").fill("31");
  await entry.getByLabel("Category").selectOption("Food");
  await entry.getByLabel("Bakers' guild $30.00, due Dec 20: paid by this?").check();
  await page.keyboard.press("Enter");
  await entry.getByRole("button", { name: "Undo Guild of bakers" }).waitFor();
  await expect.poll(newest).toMatchObject({ action: "paid", kind: "subscription", label: "Bakers' guild" });

  let lose = true;
  await page.route("**/api/transactions", async (route) => {
    if (!lose) return route.continue();
    lose = false;
    await loseReply(route);
  });
  await entry.getByLabel("Description").fill("Milk");
  await expect.poll(() => entry.getByLabel("Amount").inputValue()).toBe("3.00");
  await page.keyboard.press("Enter");
  await entry.getByRole("button", { name: "Undo Milk" }).waitFor();
  // The browser sends it again by itself, with the first key.
  await page.getByText("waiting").first().waitFor({ state: "detached" });
  await expect.poll(() => row(page, "Milk").count()).toBe(1);
  const milk = async () =>
    (await (await context.request.get("/api/transactions/search?text=Milk&from=2024-12-01")).json()).rows;
  expect(await milk()).toHaveLength(1);

  await entry.getByLabel("Description").fill("Milk");
  await expect.poll(() => entry.getByLabel("Amount").inputValue()).toBe("3.00");
  await entry.getByLabel("Refund").check();
  await expect.poll(() => entry.getByLabel("Amount").inputValue()).toBe("-3.00");
  await entry.getByRole("button", { name: "Save" }).click();
  await row(page, "Milk").filter({ hasText: "+$3.00" }).waitFor();
});

test("goes anywhere from the command palette", async () => {
  const { page, category, transaction } = await newUser();
  const food = await category("Food");
  await transaction(food, "Corner Market", 12, "2024-12-03");
  await page.goto("/goals");
  await page.getByText("No financial goals found.").waitFor();
  await page.keyboard.press("n");
  await dialog(page).getByLabel("Date").focus();
  await page.keyboard.press("Enter");
  await dialog(page).getByText("Description is required").waitFor();
  await dialog(page).getByText("Amount is required").waitFor();
  await dialog(page).getByText("Category is required").waitFor();
  await dialog(page).getByLabel("Description").and(page.locator(":focus")).waitFor();
  await leave(page);

  const go = async (text: string, option: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
    await page.keyboard.insertText(text);
    await page.getByRole("option", { name: option, selected: true }).waitFor();
    await page.keyboard.press("Enter");
  };
  // Keys typed while the palette loads are not lost and are not shortcuts.
  const loading = Promise.withResolvers<void>();
  await page.route("**/CommandPalette-*.js", async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("subscr");
  loading.resolve();
  await page.getByRole("option", { name: "Subscriptions", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("No subscriptions found.").waitFor();
  await go("food", "Food");
  await page.waitForURL((url) => url.searchParams.get("category") === String(food.id));
  await go("corner", "Corner Market");
  await row(page, "Corner Market").waitFor();
  await go("of no month", "Search all months for “of no month”");
  await page.waitForURL((url) => url.searchParams.get("all") === "true");
  const lastYear = new Date().getFullYear() - 1;
  await go(`march ${lastYear}`, `March ${lastYear}`);
  await page.waitForURL((url) => url.searchParams.get("month") === `${lastYear}-03`);

  await page.keyboard.press("?");
  await page.getByRole("switch", { name: "Single keys" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Go to" }).waitFor();
  await expect.poll(() => dialog(page).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Quick entry" }).click();
  await dialog(page).waitFor();
});

test("enters a known purchase with seven taps on a phone", async () => {
  const { page, category, transaction, context } = await newUser("Maya", { viewport: PHONE });
  const food = await category("Food");
  await category("Home");
  await transaction(food, "REWE SAGT DANKE City", 12, "2024-12-03");
  await transaction(food, "Bakery", 3, "2024-12-03");
  await page.goto("/transactions?month=2024-12");
  await page.getByText("Bakery").first().waitFor();
  let taps = 0;
  const tap = async (name: string | RegExp) => {
    taps += 1;
    await page
      .getByRole("button", { name, exact: typeof name === "string" })
      .filter({ visible: true })
      .click();
  };
  await tap("Quick entry");
  for (const key of ["4", "decimal point", "5", "0"]) await tap(key);
  await tap(/^Bakery/);
  await tap("Save");
  expect(taps).toBeLessThanOrEqual(8);
  await dialog(page).getByRole("button", { name: "Undo Bakery" }).waitFor();
  // Any word of an earlier description finds it.
  await dialog(page).getByLabel("Description").fill("rewe city");
  await tap(/^REWE SAGT DANKE City/);
  await tap("Refund");
  await tap("2");
  await tap("Save");
  await dialog(page).getByRole("button", { name: "Undo REWE SAGT DANKE City" }).waitFor();
  const { rows } = await (await context.request.get("/api/transactions/search")).json();
  const entered = rows.map(({ description, amount, refund, categoryId }: Record<string, unknown>) =>
    [description, amount, refund === true, categoryId].join(" "),
  );
  expect(entered).toContain(`Bakery 4.5 false ${food.id}`);
  expect(entered).toContain(`REWE SAGT DANKE City 2 true ${food.id}`);

  for (const key of ["4", "0"]) await tap(key);
  await dialog(page).getByLabel("Description").fill("Market");
  await dialog(page)
    .getByText(/^No category/)
    .click();
  await tap("Split");
  await dialog(page).getByLabel("Category of line 1").selectOption("Food");
  await dialog(page).getByLabel("Category of line 2").selectOption("Home");
  await dialog(page).getByLabel("Note on line 2").fill("Broom");
  await dialog(page).getByLabel("Amount of line 1").fill("41");
  await tap("Save");
  await dialog(page).getByText("The lines add up to $1.00 more than the payment.").waitFor();
  await dialog(page).getByLabel("Amount of line 1").fill("30.10");
  await expect.poll(() => dialog(page).getByLabel("Amount of line 2").inputValue()).toBe("9.90");
  await tap("Save");
  await dialog(page).getByRole("button", { name: "Undo Market" }).waitFor();
  await tap("Done");
  await row(page, "Market").filter({ hasText: "-$40.00" }).waitFor();
  expect(await textsOf(row(page, "Market").getByRole("listitem"))).toEqual([
    "Food -$30.10",
    "Home -$9.90 · Broom",
  ]);
  await tap("Edit Market");
  await expect.poll(() => page.getByLabel("Amount", { exact: true }).inputValue()).toBe("40.00");
  await page.getByLabel("Amount of line 1").fill("-2");
  await page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click();
  await row(page, "Market").filter({ hasText: "Home -$42.00" }).waitFor();
});

test("reads a purchase from the line in a shortcut's address", async () => {
  const { page, category, transaction } = await newUser();
  await transaction(await category("Food"), "Coffee", 3, "2024-12-03");
  await page.goto("/goals?enter=coffee 4.20 yesterday");
  const entry = dialog(page);
  await expect.poll(() => entry.getByLabel("Description").inputValue()).toBe("coffee 4.20 yesterday");
  await entry.getByText("Reads as “coffee”, -$4.20, Yesterday").waitFor();
  await entry.getByLabel("Description").press("Tab");
  await expect.poll(() => entry.getByLabel("Description").inputValue()).toBe("coffee");
  await expect.poll(() => entry.getByLabel("Amount").inputValue()).toBe("4.20");
  // Filled in from the earlier coffee, once that is read.
  await entry
    .getByLabel("Category")
    .locator("option:checked", { hasText: "Food" })
    .waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await entry.getByRole("button", { name: "Undo coffee" }).waitFor();
  expect(new URL(page.url()).searchParams.has("enter")).toBe(false);
});

test("keeps a number in a description that is known or kept by Escape", async () => {
  const { page, category, transaction } = await newUser();
  const food = await category("Food");
  for (let day = 1; day <= 9; day += 1) await transaction(food, `Bar ${day}`, 5, `2024-11-0${day}`);
  await page.goto("/goals?enter=bar 7");
  const entry = dialog(page);
  const description = entry.getByLabel("Description");
  await expect.poll(() => entry.getByLabel("Amount").inputValue()).toBe("5.00");
  await description.press("Tab");
  expect(await description.inputValue()).toBe("bar 7");
  await description.fill("Gate 12");
  await entry.getByText("Reads as “Gate”, -$12.00").waitFor();
  await description.press("Tab");
  await entry.getByText("Read from “Gate 12”").waitFor();
  expect(await description.inputValue()).toBe("Gate");
  await page.keyboard.press("Escape");
  await expect.poll(() => description.inputValue()).toBe("Gate 12");
  expect(await entry.getByLabel("Amount").inputValue()).toBe("");
  await description.fill("7 Eleven 3.50 fri");
  await page.keyboard.press("Escape");
  await description.press("Tab");
  expect(await description.inputValue()).toBe("7 Eleven 3.50 fri");
  await description.fill("7 Eleven 3.50");
  await entry.getByLabel("Category").selectOption("Food");
  await description.press("Enter");
  await entry.getByRole("button", { name: "Undo 7 Eleven" }).waitFor();
  await entry.getByText("-$3.50", { exact: true }).waitFor();
});

test("saves by keys from any field", async () => {
  const { page, context, category } = await newUser();
  const saved = async () => {
    const { rows } = await (await context.request.get("/api/transactions/search")).json();
    return rows.map(({ description }: { description: string }) => description);
  };
  await category("Food");
  await page.goto("/goals");
  await page.getByText("No financial goals found.").waitFor();
  await page.keyboard.press("n");
  const entry = dialog(page);
  const fill = async (name: string) => {
    await entry.getByLabel("Description").fill(name);
    await entry.getByLabel("Amount").fill("4");
    await entry.getByLabel("Category").selectOption("Food");
  };
  await fill("Bakery");
  await entry.getByLabel("Category").press("Enter");
  await entry.getByRole("button", { name: "Undo Bakery" }).waitFor();
  await fill("Market");
  await entry.getByLabel("Refund").press("Control+Enter");
  await entry.getByRole("button", { name: "Undo Market" }).waitFor();
  await fill("Kiosk");
  await entry.getByRole("button", { name: "Done" }).click();
  await expectToast(page, "Transaction created", "Kiosk");
  expect(await saved()).toEqual(["Kiosk", "Market", "Bakery"]);

  await page.keyboard.press("n");
  await entry.getByLabel("Description").fill("Cinema");
  await entry.getByRole("button", { name: "Done" }).click();
  await expectToast(
    page,
    "Not saved yet",
    "Quick entry keeps “Cinema” until you return. It needs an amount and a category.",
  );
  await screenLink(page, "Transactions").click();
  await page.getByRole("button", { name: "Add Transaction" }).click();
  const form = page.getByRole("dialog", { name: "Add Transaction" });
  await form.getByLabel("Description").fill("Bread");
  await form.getByLabel("Amount").fill("3.20+1");
  await form.getByLabel("Category").selectOption("Food");
  await form.getByLabel("Notes").press("Control+Enter");
  await row(page, "Bread").filter({ hasText: "-$4.20" }).waitFor();
});

test("keeps the keypad in place while suggestions load", async () => {
  const { page, category, transaction } = await newUser("Maya", { viewport: PHONE });
  await transaction(await category("Food"), "Fuel", 12, "2024-12-03");
  const known = Promise.withResolvers<void>();
  await page.route("**/api/transactions/search*", async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.goto("/goals");
  await page.getByRole("button", { name: "Quick entry" }).click();
  const four = dialog(page).getByRole("button", { name: "4", exact: true });
  const place = await four.boundingBox();
  known.resolve();
  await dialog(page).getByRole("button", { name: /^Fuel/ }).waitFor();
  expect(await four.boundingBox()).toEqual(place);
  // It moves while the button is held down.
  await four.hover();
  await page.mouse.down();
  await slide(page);
  await page.mouse.up();
  await expect.poll(() => dialog(page).locator(".pad-amount").textContent()).toBe("4");
  const tap = (name: string | RegExp) =>
    dialog(page)
      .getByRole("button", { name, exact: typeof name === "string" })
      .click();
  for (const key of ["5", "times", "2"]) await tap(key);
  await dialog(page).getByText("= $90.00").waitFor();
  await tap(/^Fuel/);
  await tap("Save");
  await dialog(page).getByText("-$90.00", { exact: true }).waitFor();
});

test("counts a tap for the key where the finger went down", async () => {
  const { page, category } = await newUser("Maya", { viewport: PHONE });
  const touch = await devTools(page);
  await touch.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await category("Food");
  await page.goto("/goals");
  await page.getByRole("button", { name: "Quick entry" }).click();
  const { x, y, width, height } = (await dialog(page)
    .getByRole("button", { name: "4", exact: true })
    .boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await slide(page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(() => dialog(page).locator(".pad-amount").textContent()).toBe("4");
  expect(await dialog(page).locator("input:focus").count()).toBe(0);
});

test("sends later what was saved without a network", async () => {
  const { page, context, category } = await newUser();
  await category("Food");
  await page.goto("/goals");
  await page.getByText("No financial goals found.").waitFor();
  await page.keyboard.press("n");
  await dialog(page).getByLabel("Description").fill("Bakery");
  await page.keyboard.press("Escape");
  await expectToast(page, "Not saved yet", "Quick entry keeps “Bakery” until you return.");
  await page.keyboard.press("n");
  await expect.poll(() => dialog(page).getByLabel("Description").inputValue()).toBe("Bakery");
  await dialog(page).getByLabel("Amount").fill("1,23");
  await dialog(page).getByText("Recorded as $1.23").waitFor();
  await dialog(page).getByLabel("Amount").fill("4");
  await dialog(page).getByLabel("Category").selectOption("Food");
  await queueIsLoaded(page);
  await context.setOffline(true);
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Undo Bakery" }).waitFor();
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await page.getByText("1 waiting").waitFor();
  await context.setOffline(false);
  await page.getByText("1 waiting").waitFor({ state: "detached" });
  const found = await (await context.request.get("/api/transactions/search?text=Bakery")).json();
  expect(found.rows).toHaveLength(1);
  await page.keyboard.press("n");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await dialog(page).waitFor();
  await expect.poll(() => dialog(page).getByRole("listitem").count()).toBe(0);
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Quick entry" });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** Moves the keypad by one row, so that another key is under the pointer. */
const slide = (page: Page) =>
  page.evaluate("void (document.querySelector('dialog').style.translate = '0 -56px')");

/** From the description: in Safari, and sometimes in Firefox, the first Escape closes the list of suggestions. */
async function leave(page: Page): Promise<void> {
  const press = () => page.keyboard.press("Escape");
  await press();
  if (inject("browserEngine") !== "chromium")
    await expect.poll(() => press().then(() => dialog(page).count())).toBe(0);
  await dialog(page).waitFor({ state: "hidden" });
}

/** Counts the keys that are neither words nor digits. */
function keystrokesOf(page: Page) {
  return {
    count: 0,
    type: (text: string) => page.keyboard.insertText(text),
    async press(key: string) {
      this.count += 1;
      await page.keyboard.press(key);
    },
  };
}
