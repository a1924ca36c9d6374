import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  expectToast,
  newProvenUser,
  newUser,
  newUserDetails,
  openScreen,
  savedBy,
  verifyEmail,
} from "../../../test/fixtures.ts";

const exported = async (page: Page): Promise<string> =>
  (await savedBy(page.getByRole("button", { name: "Export everything" }))).content;

test("exports everything to a file that a new account restores byte by byte", async () => {
  const old = await newUser();
  const food = await old.category("Food");
  await old.transaction(food, "Market", 12.5, "2024-12-03");
  await old.send("POST", "/api/rules", { contains: "Market", categoryId: food.id });
  await old.page.goto("/settings");
  const file = await exported(old.page);
  expect(JSON.parse(file)).toMatchObject({ format: "coffer", version: 3 });

  const { page } = await newProvenUser();
  await page.goto("/settings");
  const restore = async (name: string, content: string) => {
    const buffer = Buffer.from(content);
    const input = page.getByLabel("Restore an export into an empty budget");
    await input.setInputFiles({ name, mimeType: "application/json", buffer });
    await page.getByRole("button", { name: "Restore", exact: true }).click();
  };
  await restore("notes.json", "{}");
  await expectToast(page, "Failed to restore", "This file is not an export of Coffer.");
  await restore("coffer.json", file);
  await expectToast(page, "Budget restored");
  expect(await exported(page)).toBe(file);
});

test("saves rules and their order together", async () => {
  const { page, context, category, transaction, send } = await newUser();
  const food = await category("Food");
  await transaction(food, "Weekly Market", 12.5, "2024-12-03");
  await send("POST", "/api/rules", { contains: "Bakery", categoryId: food.id });
  const goal = { targetAmount: 100, startDate: "2024-01-01", targetDate: "2025-12-31", categoryId: food.id };
  const [, party] = await Promise.all(
    ["Picnic", "Party"].map((name) => send("POST", "/api/financial-goals", { ...goal, name })),
  );
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add Rule" }).click();
  await page.getByLabel("Rule 2: description contains").fill("market");
  await page.getByLabel("Rule 2: category").selectOption("Food: Party");
  await page.getByRole("button", { name: "Try rule 2" }).click();
  await page.getByText("“market” is in the description of 1 transaction.").waitFor();
  await page.getByRole("button", { name: "Move rule 2 up" }).click();
  await page.getByRole("button", { name: "Save Rules" }).click();
  await expectToast(page, "Rules saved");
  const rules = await (await context.request.get("/api/rules")).json();
  expect(rules).toMatchObject([
    { contains: "market", categoryId: food.id, goalId: party.id },
    { contains: "Bakery", categoryId: food.id },
  ]);
  await openScreen(page, "/settings");
  await expect.poll(() => page.getByLabel("Rule 1: description contains").inputValue()).toBe("market");
});

test("gives a rule a range and a name", async () => {
  const { page, context, category, transaction, send } = await newUser("Maya", { holdToasts: true });
  const [food, fun] = [await category("Food"), await category("Fun")];
  await transaction(food, "AMZN MKTP 1", 9, "2024-12-03");
  await transaction(food, "AMZN MKTP 2", 90, "2024-12-03");
  await send("POST", "/api/rules", { contains: "amzn", categoryId: fun.id });
  await page.goto("/settings");
  await page.getByRole("button", { name: "More of rule 1" }).click();
  await page.getByLabel("Rule 1: amount from").fill("20");
  await page.getByLabel("Rule 1: amount to").fill("5");
  await page.getByText("The largest amount must not be below the smallest").waitFor();
  await page.getByLabel("Rule 1: amount from").fill("");
  await page.getByLabel("Rule 1: amount to").fill("20");
  await page.getByLabel("Rule 1: rename to").fill("Amazon");
  await page.getByRole("button", { name: "Save Rules" }).click();
  await expectToast(page, "Rules saved");
  const rules = await (await context.request.get("/api/rules")).json();
  expect(rules).toMatchObject([{ contains: "amzn", categoryId: fun.id, amountTo: 20, rename: "Amazon" }]);
  await page.getByRole("button", { name: "Try rule 1" }).click();
  await page.getByText("AMZN MKTP 1 (Food) → Amazon (Fun)").waitFor();
  await page.getByRole("button", { name: "Apply to 1 transaction" }).click();
  await expectToast(page, "1 transaction changed");
  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Undone");
});

test("lists what deleting the account deletes", async () => {
  const user = await newUser();
  const { page, person, category, transaction, send } = user;
  await transaction(await category("Food"), "Market", 12.5, "2024-12-03");
  await verifyEmail(user);
  const guest = newUserDetails("Ben");
  await send("POST", "/api/share-budget", { email: guest.email, permissionType: "view_only" });
  await page.goto("/settings");
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByText(`${guest.email} can open your budget now, and will lose access.`).waitFor();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("This will be deleted: 1 transaction, 1 category, 0 goals").waitFor();
  await dialog.getByLabel("Password", { exact: true }).fill("not this one");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await dialog.getByText("Password is incorrect").first().waitFor();
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await page.waitForURL("**/auth");

  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
});
