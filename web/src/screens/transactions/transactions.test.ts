import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectToast, failOnce, loseReply, messageBeside, newUser, savedBy } from "../../../test/fixtures.ts";

const MONTH = "/transactions?month=2024-12";

test("keeps filters in the URL through reload, back and forward", async () => {
  const { page, category, transaction } = await newUser();
  const food = await category("Food");
  const salary = await category("Salary", "income");
  await transaction(food, "Market", 12, "2024-12-03");
  await transaction(await category("Rent"), "Flat", 900, "2024-12-01");
  await transaction(salary, "Pay", 4000, "2024-12-01", "income");
  await transaction(food, "=SUM(A1)", 12, "2024-11-03");
  await transaction(food, "Bakery", 3, "2023-01-03");
  await transaction(food, "=SUM(B1)", 1, "2022-05-03");
  await page.goto(MONTH);
  await row(page, "Pay").waitFor();
  await page.getByLabel("Type").selectOption("Expense");
  await row(page, "Pay").waitFor({ state: "hidden" });
  await page.getByLabel("Category").selectOption("Food");
  await row(page, "Flat").waitFor({ state: "hidden" });
  await page.getByLabel("Search transactions").fill("nothing");
  await page.getByText("No transactions found").waitFor();
  await expect
    .poll(() => search(page))
    .toEqual({
      month: "2024-12",
      type: "expense",
      category: String(food.id),
      q: "nothing",
    });

  await page.reload();
  await page.getByText("No transactions found").waitFor();
  await expect.poll(() => page.getByLabel("Search transactions").inputValue()).toBe("nothing");
  await page.goBack();
  await row(page, "Flat").waitFor();
  await expect.poll(() => page.getByLabel("Category").inputValue()).toBe("");
  await page.goForward();
  await page.getByText("No transactions found").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await row(page, "Pay").waitFor();
  await expect.poll(() => search(page)).toEqual({ month: "2024-12" });

  await page.getByLabel("Period").selectOption("All months");
  await page.getByLabel("Search transactions").fill("sum");
  await row(page, "=SUM(B1)").waitFor();
  await row(page, "Bakery").waitFor({ state: "detached" });
  const { name, content } = await savedBy(page.getByRole("button", { name: "Export as CSV" }));
  expect(name).toBe("transactions.csv");
  const lines = content.trim().split("\r\n");
  // All columns: packages/domain/src/portability/export.test.ts.
  expect(lines.slice(1).map((line) => line.split(",", 5).join())).toEqual([
    "2024-11-03,'=SUM(A1),Food,Expense,-12",
    "2022-05-03,'=SUM(B1),Food,Expense,-1",
  ]);
});

test("records one transaction after a lost reply", async () => {
  const { page, context, category, transaction } = await newUser();
  await transaction(await category("Food"), "Market", 12, "2024-12-03");
  const reads = /\/api\/(transactions|month)\?/;
  await page.route(reads, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(MONTH);
  await page.getByText("Failed to load transactions").waitFor();
  await page.unroute(reads);
  await page.getByRole("button", { name: "Try again" }).click();
  await row(page, "Market").waitFor();

  const refuse = Promise.withResolvers<void>();
  await page.route("**/api/transactions/*", async (route) => {
    await refuse.promise;
    await route.fulfill({ status: 500, body: "" });
  });
  await page.getByRole("button", { name: "Delete Market" }).click();
  await row(page, "Market").waitFor({ state: "hidden" });
  refuse.resolve();
  await expectToast(page, "Error", "Failed to delete transaction");
  await row(page, "Market").waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Add Transaction" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Transaction" });
  const amount = dialog.getByLabel("Amount");
  const add = dialog.getByRole("button", { name: "Add Transaction" });
  await dialog.getByLabel("Description").fill("Bakery");
  await dialog.getByLabel("Category").selectOption("Food");
  await amount.fill("1,012.50");
  await dialog.getByLabel("Notes").fill("with Ana");
  await failOnce(page, "POST", "**/api/transactions");
  await add.click();
  await expectToast(page, "Failed to create transaction");

  // The server saves it, but its reply is lost: the browser sends it again by itself.
  const keys: (string | undefined)[] = [];
  let lose = true;
  await page.route("**/api/transactions", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (!lose) return route.continue();
    lose = false;
    await loseReply(route);
  });
  await add.click();
  await expectToast(page, "Transaction created");
  await dialog.waitFor({ state: "hidden" });
  // Until the reply comes, the list may show both the saved and the waiting one.
  await row(page, "Bakery").filter({ hasText: "-$1,012.50" }).first().waitFor();
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  await row(page, "Bakery").filter({ hasText: "waiting" }).waitFor({ state: "detached" });
  await expect.poll(() => row(page, "Bakery").count()).toBe(1);
  const { rows } = await (await context.request.get("/api/transactions/search")).json();
  expect(rows).toHaveLength(2);

  // Months that could not be read offline arrive with the connection.
  await context.setOffline(true);
  await page.getByRole("button", { name: "Previous month" }).click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await context.setOffline(false);
  await page.getByText("No transactions found").waitFor();
});

test("deletes one transaction by an Enter that is held", async () => {
  const { page, category, transaction } = await newUser();
  const food = await category("Food");
  for (const name of ["Market", "Bakery", "Butcher"]) await transaction(food, name, 12, "2024-12-03");
  await page.goto(MONTH);
  await page.getByRole("button", { name: "Delete Bakery" }).focus();
  await page.keyboard.down("Enter");
  await row(page, "Bakery").waitFor({ state: "detached" });
  const next = page.getByRole("button", { name: /^Delete / }).and(page.locator(":focus"));
  await next.waitFor();
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await next.waitFor();
  await page.reload();
  await row(page, "Market").waitFor();
  await row(page, "Butcher").waitFor();
});

test("deletes one transaction by a double press", async () => {
  const { page, category, transaction } = await newUser();
  const food = await category("Food");
  for (const name of ["Market", "Bakery", "Butcher"]) await transaction(food, name, 12, "2024-12-03");
  await page.goto(MONTH);
  await page.route("**/api/transactions/*", async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await page.getByRole("button", { name: "Delete Bakery" }).dblclick();
  await expectToast(page, "Transaction deleted");
  await row(page, "Market").waitFor();
  await row(page, "Butcher").waitFor();
  await page.unrouteAll();
  await page.route("**/api/transactions/*", (route) =>
    route.fulfill({ status: 500, json: { message: "Something went wrong" } }),
  );
  const refused = page.waitForResponse((response) => response.status() === 500);
  // With a key: the row has moved under the pointer, and a click could count as the second of a double press.
  await page.getByRole("button", { name: "Delete Market" }).press("Enter");
  await refused;
  await row(page, "Market").waitFor();
  await page.unrouteAll();
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await row(page, "Bakery").waitFor();
  await expectToast(page, "Error", "Something went wrong");
  await page.unrouteAll();

  // With keys: the second row, and back to the first.
  await page.getByRole("heading", { name: "Transactions" }).click();
  for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
  await row(page, "Butcher").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Edit Transaction" });
  await expect.poll(() => dialog.getByLabel("Description").inputValue()).toBe("Butcher");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.press("c");
  await row(page, "Butcher").getByRole("combobox").and(page.locator(":focus")).waitFor();
  await page.getByRole("heading", { name: "Transactions" }).click();
  await page.keyboard.press("x");
  await page.getByText("1 selected").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("Delete");
  await row(page, "Butcher").waitFor({ state: "hidden" });
});

test("shows how an edited amount was understood", async () => {
  const { page, context, category, transaction, send } = await newUser();
  const [food, home] = [await category("Food"), await category("Home")];
  await transaction(food, "Bakery", 12, "2024-12-03");
  await transaction(home, "Market Hall", 12, "2024-12-03");
  const refund = { description: "Bottles", amount: 4, date: "2024-12-03", type: "expense", refund: true };
  await send("POST", "/api/transactions", { ...refund, categoryId: food.id });
  await send("POST", "/api/rules", { contains: "market", categoryId: home.id });
  await page.goto(MONTH);
  const dialog = page.getByRole("dialog", { name: "Edit Transaction" });
  const save = dialog.getByRole("button", { name: "Save changes" });

  // A refund stays a refund, and adds to the available money.
  await row(page, "Bottles").filter({ hasText: "+$4.00" }).waitFor();
  await page.getByRole("button", { name: "Edit Bottles" }).click();
  await expect.poll(() => dialog.getByRole("checkbox", { name: "Refund" }).isChecked()).toBe(true);
  const amount = dialog.getByLabel("Amount");
  await amount.fill("12+0,50");
  await dialog.getByLabel("Description").focus();
  await expect.poll(() => amount.inputValue()).toBe("12.50");
  await amount.fill("1.250");
  await save.click();
  await expect.poll(() => messageBeside(amount)).toBe("This can be read in two ways: type 1250.00 or 1.25");
  await amount.fill("12,50");
  await save.click();
  await row(page, "Bottles").filter({ hasText: "+$12.50" }).waitFor();
  await dialog.waitFor({ state: "hidden" });

  // The rule of a corrected category comes before one that said otherwise.
  await page.getByRole("button", { name: "Edit Market Hall" }).click();
  await expect.poll(() => dialog.getByLabel(/^Always use/).count()).toBe(0);
  await dialog.getByLabel("Category").selectOption("Food");
  await dialog.getByLabel("Always use Food").check();
  await save.click();
  await expectToast(page, "Rules saved");
  expect(await (await context.request.get("/api/rules")).json()).toMatchObject([
    { contains: "Market Hall", categoryId: food.id },
    { contains: "market", categoryId: home.id },
  ]);
  await dialog.waitFor({ state: "hidden" });

  await page.route("**/api/transactions/*", (route) => {
    const message = "Description is not for us";
    return route.fulfill({ status: 400, json: { message, issues: [{ path: "description", message }] } });
  });
  await page.getByRole("button", { name: "Edit Bakery" }).click();
  await save.click();
  await expectToast(page, "Failed to update transaction");
  await dialog.locator(".field", { hasText: "Description" }).getByText("Description is not for us").waitFor();
  await page.unrouteAll();
  await dialog.getByLabel("Description").fill("Baker");
  await dialog.getByLabel("Date").fill("2025-01-01");
  await save.click();
  await dialog.waitFor({ state: "hidden" });
  await row(page, "Baker").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Next month" }).click();
  await row(page, "Baker").waitFor();
});

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ hasText: name, hasNot: page.getByRole("columnheader") });
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("proposes the device's date to a traveler", async () => {
  const { page, category, send } = await newUser("Maya", { timeZone: "Pacific/Kiritimati" });
  await category("Food");
  // A day apart at any hour.
  const zone = { emailNotifications: false, notificationTime: "09:00", timeZone: "Pacific/Niue" };
  await send("PUT", "/api/notification-preferences", zone);
  await page.goto("/transactions");
  await page.getByRole("button", { name: "Add Transaction" }).first().click();
  const form = page.getByRole("dialog", { name: "Add Transaction" });
  const here = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Kiritimati" }).format();
  expect(await form.getByLabel("Date").inputValue()).toBe(here);
  await form.getByText(/^Today on this device\. In your profile’s time zone it is /).waitFor();
  await form.getByLabel("Date").fill("2024-03-05");
  await form.getByText(/^Today on this device/).waitFor({ state: "detached" });
  await form.getByLabel("Description").fill("Museum");
  await form.getByLabel("Amount").fill("9");
  await form.getByLabel("Category").selectOption("Food");
  await form.getByLabel("Notes").press("Control+Enter");
  await expectToast(page, "Transaction created", "It is in March 2024.");
});
