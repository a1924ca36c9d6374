import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectToast, newUser, textsOf, verifyEmail } from "./fixtures.ts";

test("sends each change that was made offline once", async () => {
  const maya = await newUser("Maya", { installs: true });
  const { page, context, category, transaction, user, send } = maya;
  const partner = await newUser("Ben");
  await verifyEmail(partner);
  await send("POST", "/api/share-budget", { email: partner.person.email, permissionType: "member" });
  const food = await category("Food");
  await category("Home");
  const bread = await transaction(food, "Bread", 3, "2024-12-03");
  await page.goto("/transactions?month=2024-12");
  await row(page, "Bread").waitFor();
  await page.evaluate("navigator.serviceWorker.ready");
  await page.reload();
  await row(page, "Bread").waitFor();
  await expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);

  await context.setOffline(true);
  await page.reload();
  await row(page, "Bread").waitFor();
  await page.getByText(/^Offline, as of/).waitFor();
  for (const [name, amount] of [
    ["Milk", "2.50"],
    ["Cheese", "7"],
    ["Soap", "1.10"],
  ] as const)
    await enter(page, name, amount);
  await page.getByText("3 waiting").waitFor();
  await enter(page, "Market", "40", "30.10");
  await page.getByText("4 waiting").waitFor();
  // Some browsers refuse it; over plain http there is none.
  await page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error()))");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("button", { name: "Copy" }).first().click();
  await expectToast(page, "This browser did not copy it", "Select the text and copy it yourself.");
  await page.reload();
  await row(page, "Soap").filter({ hasText: "waiting" }).waitFor();
  await row(page, "Market").filter({ hasText: "Home -$9.90" }).waitFor();
  await change(page, "Milk", "2.75");
  await row(page, "Milk").filter({ hasText: "-$2.75" }).waitFor();
  await row(page, "Cheese")
    .getByRole("button", { name: /^Delete/ })
    .click();
  await row(page, "Cheese").waitFor({ state: "detached" });
  await change(page, "Bread", "4");
  // Meanwhile the partner changed it as well.
  const theirs = {
    description: "Bread",
    amount: 5,
    date: "2024-12-03",
    type: "expense",
    categoryId: food.id,
  };
  const headers = { "x-budget-owner": String(user.id) };
  const reply = await partner.context.request.put(`/api/transactions/${bread.id}`, { data: theirs, headers });
  expect(await reply.text()).toContain('"amount":5');
  await page.getByRole("button", { name: /^Maya/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  // Five if the browser does not notice that it is offline: Cheese may have arrived before its deletion.
  await page.getByRole("dialog", { name: /^[45] changes not sent yet$/ }).waitFor();
  await page.keyboard.press("Escape");

  await context.setOffline(false);
  await page.getByText("1 change refused").waitFor();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("Ben changed this meanwhile").waitFor();
  await page.getByRole("button", { name: /^Both versions of Bread/ }).click();
  await page.getByRole("row").filter({ hasText: "Amount" }).filter({ hasText: "$5.00" }).waitFor();
  await page.getByRole("button", { name: "Save mine" }).click();
  await page.getByText("Everything has been sent.").waitFor();

  await partner.page.goto(`/transactions?month=2024-12&budget=${user.id}`);
  await row(partner.page, "Market").filter({ hasText: "-$40.00" }).waitFor();
  const rows = partner.page.getByRole("row").filter({ hasText: /Dec|Bread|Milk|Soap|Cheese|Market/ });
  const found = (await textsOf(rows)).flatMap((text) => /Bread|Milk|Soap|Cheese|Market/.exec(text) ?? []);
  expect(found.sort()).toEqual(["Bread", "Market", "Milk", "Soap"]);
  await row(partner.page, "Bread").filter({ hasText: "-$4.00" }).waitFor();
  await row(partner.page, "Milk").filter({ hasText: "-$2.75" }).waitFor();
});

test("updates To spend for changes made without a network", async () => {
  const { page, context, category, transaction, send } = await newUser("Lea", { installs: true });
  const [food, home] = [await category("Food"), await category("Home")];
  for (const [{ id: categoryId }, projected] of [
    [food, 100],
    [home, 20],
  ] as const)
    await send("POST", "/api/budgets", { categoryId, month: 12, year: 2024, projected });
  await transaction(food, "Bread", 3, "2024-12-03");
  await page.goto("/transactions?month=2024-12");
  const figure = page.getByRole("region", { name: "Left over, December 2024" });
  await figure.getByText("$117", { exact: false }).waitFor();
  await page.evaluate("navigator.serviceWorker.ready");
  await page.reload();
  await figure.getByText("$117", { exact: false }).waitFor();
  await expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);

  await context.setOffline(true);
  await enter(page, "Milk", "2.50");
  await figure.getByText("$114.50").waitFor();
  await enter(page, "Market", "40", "30.10");
  await figure.getByText("$74.50").waitFor();
  await change(page, "Milk", "4.25");
  await figure.getByText("$72.75").waitFor();
  await row(page, "Bread")
    .getByRole("button", { name: /^Delete/ })
    .click();
  await figure.getByText("$75.75").waitFor();
  await page.reload();
  await figure.getByText("$75.75").waitFor();

  await context.setOffline(false);
  await page
    .getByText(/waiting$/)
    .first()
    .waitFor({ state: "detached" });
  const said = await context.request.get("/api/to-spend?month=12&year=2024");
  expect(await said.json()).toMatchObject({ amount: 75.75 });
  await figure.getByText("$75.75").waitFor();
});

async function change(page: Page, description: string, amount: string) {
  await row(page, description).getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount").fill(amount);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** `first` is the amount of the first line of a split. */
async function enter(page: Page, description: string, amount: string, first?: string) {
  await page.keyboard.press("n");
  const entry = page.getByRole("dialog");
  await entry.getByLabel("Description").fill(description);
  await entry.getByLabel("Amount").fill(amount);
  await entry.getByLabel("Category").selectOption({ label: "Food" });
  if (first !== undefined) {
    await entry.getByRole("button", { name: "Split", exact: true }).click();
    await entry.getByLabel("Amount of line 1").fill(first);
    await entry.getByLabel("Category of line 2").selectOption({ label: "Home" });
  }
  await page.keyboard.press("Enter");
  await expect.poll(() => entry.getByLabel("Description").inputValue()).toBe("");
  await entry.getByText(description, { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await row(page, description).waitFor();
}

const row = (page: Page, description: string) =>
  page
    .getByRole("row")
    .filter({ hasText: description })
    .or(page.getByRole("listitem").filter({ hasText: description }))
    .first();
