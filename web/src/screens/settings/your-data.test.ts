import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newUser } from "../../../test/fixtures.ts";

async function exported(page: Page): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).click();
  return text(await (await download).createReadStream());
}

test("exports everything to a file that a new account restores, and exports again byte by byte", async () => {
  const old = await newUser();
  const food = await old.category("Food");
  await old.transaction(food, "Market", 12.5, "2024-12-03");
  await old.send("POST", "/api/rules", { contains: "Market", categoryId: food.id });
  await old.page.goto("/settings");
  const file = await exported(old.page);
  expect(JSON.parse(file)).toMatchObject({ format: "coffer", version: 1 });

  const fresh = await newUser();
  await fresh.page.goto("/settings");
  await fresh.page.getByLabel("Restore an export into an empty budget").setInputFiles({
    name: "coffer.json",
    mimeType: "application/json",
    buffer: Buffer.from(file),
  });
  await fresh.page.getByRole("button", { name: "Restore", exact: true }).click();
  await fresh.page.getByText("Budget restored").first().waitFor();
  expect(await exported(fresh.page)).toBe(file);
});

test("refuses to restore what is no export", async () => {
  const { page } = await newUser();
  await page.goto("/settings");
  await page.getByLabel("Restore an export into an empty budget").setInputFiles({
    name: "notes.json",
    mimeType: "application/json",
    buffer: Buffer.from("{}"),
  });
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await page.getByText("This file is not an export of Coffer.").first().waitFor();
});

test("orders rules, tries them against the history, and saves them together", async () => {
  const { page, category, transaction, send } = await newUser();
  const food = await category("Food");
  await transaction(food, "Weekly Market", 12.5, "2024-12-03");
  await send("POST", "/api/rules", { contains: "Bakery", categoryId: food.id });
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add Rule" }).click();
  await page.getByLabel("Rule 2: description contains").fill("market");
  await page.getByLabel("Rule 2: category").selectOption("Food");
  await page.getByRole("button", { name: "Try rule 2" }).click();
  await page.getByText("“market” stands in 1 transaction of yours.").waitFor();
  await page.getByRole("button", { name: "Move rule 2 up" }).click();
  await page.getByRole("button", { name: "Save Rules" }).click();
  await page.getByText("Rules saved").first().waitFor();
  await page.reload();
  await page.getByLabel("Rule 1: description contains").waitFor();
  expect(await page.getByLabel("Rule 1: description contains").inputValue()).toBe("market");
});
