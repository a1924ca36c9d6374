import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newUser } from "./fixtures.ts";

type Row = { description: string; amount: number };

test("opens, takes purchases, survives a reload, and sends each once when the network is back", async () => {
  const { page, context, category, transaction } = await newUser("Maya", { installs: true });
  const food = await category("Food");
  await transaction(food, "Bread", 3, "2024-12-03");
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
  await page.reload();
  await row(page, "Soap").filter({ hasText: "waiting" }).waitFor();
  await row(page, "Milk").getByRole("button", { name: /^Edit/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount").fill("2.75");
  await dialog.getByRole("button", { name: /Save|Update/ }).click();
  await row(page, "Milk").filter({ hasText: "-$2.75" }).waitFor();
  await row(page, "Cheese")
    .getByRole("button", { name: /^Delete/ })
    .click();
  await row(page, "Cheese").waitFor({ state: "detached" });

  await context.setOffline(false);
  await page
    .getByText(/waiting/)
    .first()
    .waitFor({ state: "detached" });
  const stored: Row[] = await (
    await context.request.get("/api/transactions?startDate=2024-12-01&endDate=2024-12-31")
  ).json();
  expect(stored.map(({ description, amount }) => `${description} ${amount}`).sort()).toEqual([
    "Bread 3",
    "Milk 2.75",
    "Soap 1.1",
  ]);
});

async function enter(page: Page, description: string, amount: string) {
  await page.keyboard.press("n");
  const entry = page.getByRole("dialog");
  await entry.getByLabel("Description").fill(description);
  await entry.getByLabel("Amount").fill(amount);
  await entry.getByLabel("Category").selectOption({ label: "Food" });
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
