import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectToast, newProvenUser, newUser, verifyEmail } from "../../../test/fixtures.ts";

const row = (date: string, description: string, amount: number, more: object = {}) => ({
  date,
  description,
  amount,
  type: "expense",
  account: "…5678",
  ...more,
});

const batch = (rows: readonly object[], name = "batch-0001") => ({ batch: name, source: "Bank", rows });

const item = (page: Page, text: string) =>
  page.getByRole("list", { name: "Rows to review" }).getByRole("listitem").filter({ hasText: text });

test("accepts similar rows together", async () => {
  const { page, category, send } = await newProvenUser();
  await category("Food");
  await category("Fun");
  await send(
    "POST",
    "/api/review",
    batch([
      row("2026-11-20", "Cinema 1", 9),
      row("2026-11-19", "Cinema 2", 8),
      row("2026-11-18", "Market", 12.5),
      row("2026-11-16", "Bakery", 3),
    ]),
  );
  await page.goto("/review");
  await page.getByRole("heading", { name: "4 rows, $32.50 out" }).waitFor();
  await page.getByLabel("Category of Cinema 1", { exact: false }).selectOption("Fun");
  await item(page, "Cinema 1").getByRole("button", { name: "Also the 1 row like it" }).click();
  await page.getByRole("button", { name: "Accept 2 certain rows" }).click();
  await expectToast(page, "2 rows accepted");
  await page.getByRole("heading", { name: "2 rows, $15.50 out" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "4 rows, $32.50 out" }).waitFor();

  // The second press of a double press is on the next row.
  await page.getByLabel("Category of Market", { exact: false }).selectOption("Food");
  await page.getByLabel("Category of Bakery", { exact: false }).selectOption("New category...");
  await page.getByLabel("Name", { exact: true }).fill("Bread");
  await page.getByRole("button", { name: "Add Category" }).click();
  await item(page, "Bakery")
    .getByRole("button", { name: /^Accept/, disabled: false })
    .waitFor();
  const market = await item(page, "Market")
    .getByRole("button", { name: /^Accept/ })
    .boundingBox();
  await page.mouse.dblclick((market?.x ?? 0) + 10, (market?.y ?? 0) + 10, { delay: 60 });
  await item(page, "Market").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "3 rows, $20.00 out" }).waitFor();

  // A key that is held down decides only one row.
  await page.getByRole("heading", { name: "To review" }).click();
  for (const key of ["j", "j", "j"]) await page.keyboard.press(key);
  for (let held = 0; held < 3; held++) await page.keyboard.down("x");
  await page.keyboard.up("x");
  await expectToast(page, "1 row left out");
  await page.getByRole("heading", { name: "2 rows, $17.00 out" }).waitFor();
  const listed = await page.request.get("/api/transactions?month=11&year=2026");
  expect((await listed.json()).map(({ description }: { description: string }) => description)).toEqual([
    "Market",
  ]);
});

test("splits a row", async () => {
  const { page, category, transaction, send } = await newProvenUser();
  const food = await category("Food");
  await category("Fun");
  await transaction(food, "Bread and such", 4.2, "2026-11-15");
  await send(
    "POST",
    "/api/review",
    batch([
      row("2026-11-20", "Department store", 30),
      row("2026-11-19", "To savings", 500),
      row("2026-11-18", "From current account", 500, { type: "income", account: "…9999" }),
      row("2026-11-16", "BAKERY 4711", 4.2),
      row("2026-11-15", "SPAM 1", 1),
      row("2026-11-14", "Spam 2", 2),
    ]),
  );
  await page.goto("/review");
  const more = async (text: string, action: string) => {
    await page.getByRole("button", { name: `More for ${text}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await more("Department store", "Edit or split");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Split" }).click();
  await dialog.getByLabel("Category of line 1").selectOption("Food");
  await dialog.getByLabel("Amount of line 1").fill("10");
  await dialog.getByLabel("Category of line 2").selectOption("Fun");
  await dialog.getByRole("button", { name: "Accept" }).click();
  await expectToast(page, "1 row accepted");

  await more("To savings", "Moved between own accounts");
  await dialog.getByLabel("The row of the other account").selectOption({ index: 1 });
  await dialog.getByLabel("Always an own transfer").check();
  await dialog.getByRole("button", { name: "It was moved" }).click();
  await expectToast(page, "Moved between own accounts", "It is neither income nor spending.");
  await more("SPAM 1", "Always leave out");
  await dialog.getByRole("button", { name: "Leave out 2 rows, and later ones" }).click();
  const rules = async () => (await page.request.get("/api/rules")).json();
  await expect.poll(rules).toMatchObject([
    { contains: "To savings", transfer: true },
    { contains: "SPAM", leaveOut: true },
  ]);
  await more("BAKERY", "It is here already");
  await dialog.getByLabel("Transaction").waitFor();
  await dialog.getByRole("button", { name: "It is the same" }).click();
  await page.getByText("Nothing to review").waitFor();
  const listed = await (await page.request.get("/api/transactions?month=11&year=2026")).json();
  expect(listed.map(({ amount }: { amount: number }) => amount).sort()).toEqual([10, 20, 4.2]);
});

test("decides without a network", async () => {
  const maya = await newUser("Maya", { installs: true });
  await verifyEmail(maya);
  const { page, context, category, send } = maya;
  await category("Food");
  const rows = [row("2026-11-20", "Market", 12.5), row("2026-11-19", "Kiosk", 2)];
  await send("POST", "/api/review", batch(rows));
  await page.goto("/review");
  await item(page, "Market").waitFor();
  await page.evaluate("navigator.serviceWorker.ready");
  await page.reload();
  await page.getByLabel("Category of Market", { exact: false }).selectOption("Food");
  await context.setOffline(true);
  await item(page, "Market")
    .getByRole("button", { name: /^Accept/ })
    .click();
  await page.getByText("1 waiting").waitFor();
  await page.getByRole("heading", { name: "1 row, $2.00 out" }).waitFor();
  await context.setOffline(false);
  await expect.poll(async () => (await (await page.request.get("/api/review")).json()).total.count).toBe(1);
});

test("links from the dashboard to the rows to review", async () => {
  const { page, category, send } = await newProvenUser();
  const food = await category("Food");
  const fun = await category("Fun");
  await send("POST", "/api/rules", { contains: "market", categoryId: food.id });
  const today = new Date().toISOString().slice(0, 10);
  const startDate = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const due = { name: "Netflix", amount: 9.99, frequency: "monthly", startDate, categoryId: fun.id };
  await send("POST", "/api/subscriptions", due);
  await send(
    "POST",
    "/api/review",
    batch([
      row(today, "MARKET 12", 12.5),
      row(today, "NETFLIX.COM 4711", 9.99),
      row(today, "To savings", 500),
      row(today, "From current account", 500, { type: "income", account: "…9999" }),
    ]),
  );
  await page.goto("/");
  await page.getByRole("link", { name: "4 rows to review, $22.49 out" }).click();
  await item(page, "NETFLIX").getByText("Netflix, $9.99, due", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Accept 1 certain row" }).click();
  await item(page, "MARKET 12").waitFor({ state: "detached" });
  await item(page, "NETFLIX")
    .getByRole("button", { name: /^Paid by this/ })
    .click();
  await item(page, "NETFLIX").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Moved: To savings/ }).click();
  await page.getByText("Nothing to review").waitFor();
  const nextPayment = async () =>
    (await (await page.request.get("/api/subscriptions")).json())[0].nextPaymentDate > startDate;
  await expect.poll(nextPayment).toBe(true);
});
