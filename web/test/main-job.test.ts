import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { runProduct } from "../../functions/test/running.ts";
import { atLength } from "../../packages/test/at-length.ts";
import { DESKTOP, openPage, openWindow, PHONE } from "./browser.ts";
import { expectToast, newUserDetails, register, signIn } from "./fixtures.ts";

const DEVICES = atLength([PHONE, DESKTOP], [PHONE]);

test("keeps a new user's first month after a restart", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-job-"));
  let product = await runProduct(dataDir);
  const baseURL = product.url;
  const windows = await Promise.all(
    DEVICES.map(async (viewport) => {
      const context = await openWindow({ viewport, baseURL });
      return { viewport, context, person: newUserDetails("Maya"), ...(await openPage(context)) };
    }),
  );
  try {
    await Promise.all(windows.map(recordFirstMonth));
    await product.end();
    product = await runProduct(dataDir, { PORT: new URL(baseURL).port });
    for (const { page, person, faults } of windows) {
      await signIn(page, person);
      await expectToast(page, "Login successful", "Welcome back, Maya!");
      await expectSummary(page);
      expect(faults).toEqual([]);
    }
  } finally {
    for (const { context } of windows) await context.close();
    await product.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

type NewUser = { page: Page; viewport: typeof PHONE; person: ReturnType<typeof newUserDetails> };

/** From the registration to the sign-out. */
async function recordFirstMonth({ page, viewport, person }: NewUser): Promise<void> {
  await register(page, person);
  await expectToast(page, "Registration successful", "Welcome to Coffer, Maya!");
  await page.getByText("No transactions for this month").waitFor();
  await page.getByRole("button", { name: "Skip the set-up" }).click();

  await visit(page, "Budget");
  await page.getByText("No income categories found").waitFor();
  await page.getByText("No expense categories found").waitFor();
  await addCategory(page, { name: "Salary", type: "Income", projected: "4,200" });
  await addCategory(page, { name: "Groceries", type: "Expense", projected: "500.50" });
  await row(page, "Groceries", "$501").waitFor();

  await visit(page, "Transactions");
  await page.getByText("No transactions found").waitFor();
  await addTransaction(page, { description: "Pay", type: "Income", amount: "4,200.00", category: "Salary" });
  const market = { type: "Expense", amount: "10.25", category: "Groceries" } as const;
  await addTransaction(page, { description: "Market 1", ...market });
  await recordThroughApi(page, [3, 4, 5, 6, 7, 8, 9, 10, 11]);
  await addTransaction(page, { description: "Market 2", ...market });
  await page.getByText("Showing 1 to 10 of 12 results").waitFor();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByText("Showing 11 to 12 of 12 results").waitFor();
  await page.getByRole("button", { name: "Previous", exact: true }).click();

  await page.getByPlaceholder("Search transactions").fill("market 11");
  await page.getByText("Market 11", { exact: true }).waitFor();
  await page.getByText("Market 10").waitFor({ state: "hidden" });
  await row(page, "Market 11", "-$10.25").waitFor();

  await page.getByRole("button", { name: /^Edit.*Market 11/ }).click();
  const edit = page.getByRole("dialog", { name: "Edit Transaction" });
  await edit.getByLabel("Amount").fill("20.75");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Transaction updated");
  await row(page, "Market 11", "-$20.75").waitFor();

  await page.getByPlaceholder("Search transactions").fill("market 10");
  await page.getByText("Market 11", { exact: true }).waitFor({ state: "hidden" });
  if (viewport === PHONE) {
    await page.getByRole("button", { name: /^More.*Market 10/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
  } else await page.getByRole("button", { name: /^Delete.*Market 10/ }).click();
  await expectToast(page, "Transaction deleted");

  await visit(page, "Dashboard");
  await expectSummary(page);
  const recent = page.getByRole("region", { name: "Recent Transactions" }).getByRole("listitem");
  await expect.poll(() => recent.count()).toBe(3);

  await page.getByRole("button", { name: "Previous month" }).click();
  await page.getByText("No transactions for this month").waitFor();
  await page.getByRole("button", { name: "Next month" }).click();
  await expectSummary(page);

  await signOut(page, viewport === PHONE);
  await expectToast(page, "Logged out", "You have been successfully logged out");
}

/** Income of 4,200; nine expenses of 10.25 and one of 20.75; 500.50 planned. */
async function expectSummary(page: Page): Promise<void> {
  for (const [label, amount] of [
    ["Monthly Budget", "$500.50"],
    ["Income", "$4,200.00"],
    ["Expenses", "$113.00"],
    ["Remaining", "$4,087.00"],
  ] as const) {
    await page.locator(".stat", { hasText: label }).filter({ hasText: amount }).waitFor();
  }
  await page.getByRole("region", { name: "Budget Progress" }).getByText("Groceries").waitFor();
}

/** Uses the navigation that is visible at this width. */
async function visit(page: Page, name: string): Promise<void> {
  await page
    .getByRole("navigation")
    .getByRole("link", { name, exact: true })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole("heading", { level: 1 }).waitFor();
}

async function signOut(page: Page, byMenu: boolean): Promise<void> {
  if (byMenu) {
    await page.getByRole("button", { name: /menu/i }).first().click();
    await page.getByRole("button", { name: "Log out" }).filter({ visible: true }).click();
    return;
  }
  await page.getByRole("banner").getByRole("button", { name: /Maya/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

type CategoryFields = { name: string; type: "Income" | "Expense"; projected: string };

async function addCategory(page: Page, { name, type, projected }: CategoryFields): Promise<void> {
  await page.getByRole("button", { name: "Add Category" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add Category" });
  await dialog.getByRole("group", { name: "Type" }).getByRole("radio", { name: type }).check();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Projected budget").fill(projected);
  await dialog.getByRole("button", { name: "Add Category" }).click();
  await expectToast(page, "Category created");
  await dialog.waitFor({ state: "hidden" });
}

type TransactionFields = {
  description: string;
  type: "Income" | "Expense";
  amount: string;
  category: string;
};

async function addTransaction(
  page: Page,
  { description, type, amount, category }: TransactionFields,
): Promise<void> {
  await page.getByRole("button", { name: "Add Transaction" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add Transaction" });
  await dialog.getByRole("group", { name: "Type" }).getByRole("radio", { name: type }).check();
  await dialog.getByLabel("Description").fill(description);
  await dialog.getByLabel("Amount").fill(amount);
  await dialog.getByLabel("Category").selectOption({ label: category });
  await dialog.getByRole("button", { name: "Add Transaction" }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Through the API, to fill a second page; the list shows them after the next change. */
async function recordThroughApi(page: Page, numbers: number[]): Promise<void> {
  const listed: { description: string }[] = await (await page.request.get("/api/transactions")).json();
  const like = listed.find(({ description }) => description === "Market 1");
  for (const number of numbers) {
    const data = { ...like, description: `Market ${number}` };
    expect((await page.request.post("/api/transactions", { data })).status()).toBe(201);
  }
}

/** The visible table row or card with both texts. */
const row = (page: Page, name: string, figure: string) =>
  page
    .getByRole("row")
    .or(page.getByRole("listitem"))
    .filter({ hasText: name })
    .filter({ hasText: figure })
    .filter({ visible: true })
    .first();
