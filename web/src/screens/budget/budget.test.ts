import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newcomer } from "../../../test/newcomer.ts";
import { toast } from "../../../test/person.ts";

test("what is planned is there again to be edited, and both change at once", async () => {
  const { page, send, category } = await newcomer();
  const food = await category("Food");
  await send("POST", "/api/budgets", { categoryId: food.id, month: 12, year: 2024, projected: 1250.5 });
  await page.goto("/budget?month=2024-12");
  await page.getByRole("button", { name: "Edit Food" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Category" });
  expect(await dialog.getByLabel("Projected budget").inputValue()).toBe("1250.50");
  await dialog.getByLabel("Name").fill("Groceries");
  await dialog.getByLabel("Projected budget").fill("2,000");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await toast(page, "Category updated");
  await row(page, "Groceries").filter({ hasText: "$2,000" }).waitFor();
  // Another month has a plan of its own.
  await page.getByRole("button", { name: "Next month" }).click();
  await row(page, "Groceries").filter({ hasText: "$0" }).waitFor();
});

test("what a category came to in the year before says what to plan", async () => {
  const { page, category, transaction } = await newcomer();
  const food = await category("Food");
  await transaction(food, "Market", 300, "2024-09-05");
  await transaction(food, "Market", 330, "2024-10-05");
  await transaction(food, "Market", 420, "2024-11-05");
  await transaction(food, "Market", 9_000, "2024-12-05");
  await page.goto("/budget?month=2024-12");
  await page.getByRole("button", { name: "Edit Food" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Category" });
  const told = "$350.00 a month on average, over the 3 months before";
  await dialog.getByText(told).waitFor();
  await dialog.getByRole("img", { name: told }).waitFor();
});

test("a category goes with all that belongs to it, and the counts say what that is", async () => {
  const { page, send, category, transaction } = await newcomer();
  const food = await category("Food");
  await transaction(food, "Market", 12.5, "2024-12-03");
  await transaction(food, "Bakery", 3.2, "2024-12-04");
  await send("POST", "/api/budgets", { categoryId: food.id, month: 12, year: 2024, projected: 300 });
  await page.goto("/budget?month=2024-12");
  await page.getByRole("button", { name: "Delete Food" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Category" });
  await dialog.getByText("also deletes its associated budget data and transactions").waitFor();
  await dialog.getByText("It has 2 transactions and 1 monthly budget.").waitFor();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await toast(page, "Category deleted");
  await page.getByText("No expense categories found").waitFor();
  await page.goto("/transactions?month=2024-12");
  await page.getByText("No transactions found").waitFor();
});

test("what belongs to a category can move to another one instead", async () => {
  const { page, category, transaction } = await newcomer();
  const [food, dining] = [await category("Food"), await category("Dining")];
  await category("Salary", "income");
  await transaction(food, "Market", 12, "2024-12-03");
  await transaction(dining, "Osteria", 30, "2024-12-05");
  await page.goto("/budget?month=2024-12");
  await page.getByRole("button", { name: "Delete Food" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Category" });
  await dialog.getByRole("radio", { name: "Move to another category" }).check();
  await dialog.getByRole("button", { name: "Move and delete" }).click();
  await dialog.getByText("Category is required").waitFor();
  // Only categories of the same type can take it.
  expect(
    await dialog.getByLabel("Move to", { exact: true }).locator("option:not([disabled])").allTextContents(),
  ).toEqual(["Dining"]);
  await dialog.getByLabel("Move to", { exact: true }).selectOption({ label: "Dining" });
  await dialog.getByRole("button", { name: "Move and delete" }).click();
  await toast(page, "Category deleted");
  await row(page, "Dining").filter({ hasText: "$42" }).waitFor();
});

test("a refused deletion leaves the dialog and the category where they are", async () => {
  const { page, category } = await newcomer();
  await category("Food");
  await page.route("**/api/categories/*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 500, body: "" }) : route.fallback(),
  );
  await page.goto("/budget");
  await page.getByRole("button", { name: "Delete Food" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Category" });
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await toast(page, "Error", "Failed to delete category");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await row(page, "Food").waitFor();
});

test("a plan that cannot be read falls back to 0, and one that cannot be saved is said", async () => {
  const { page, send, category } = await newcomer();
  const food = await category("Food");
  await send("POST", "/api/budgets", { categoryId: food.id, month: 12, year: 2024, projected: 300 });
  await page.goto("/budget?month=2024-12");
  await row(page, "Food").filter({ hasText: "$300" }).waitFor();
  await page.route(/\/api\/budgets/, (route) => route.abort());
  await page.getByRole("button", { name: "Edit Food" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Category" });
  const projected = dialog.getByLabel("Projected budget");
  await projected.waitFor();
  expect(Number(await projected.inputValue())).toBe(0);
  await projected.fill("450");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await toast(page, "Error", "Failed to create budget");
  expect(await projected.inputValue()).toBe("450");
});

test("reset actuals count from zero, and Undo in the toast brings them back", async () => {
  const { page, category, transaction } = await newcomer();
  await transaction(await category("Food"), "Market", 75, "2024-12-03");
  await page.goto("/budget?month=2024-12");
  await row(page, "Food").filter({ hasText: "$75" }).waitFor();
  await page.getByRole("button", { name: "Reset Actuals" }).click();
  await page.getByRole("dialog", { name: "Reset Actuals" }).getByRole("button", { name: "Reset" }).click();
  await toast(page, "Reset successful");
  await row(page, "Food").filter({ hasText: "$75" }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Undo" }).click();
  await toast(page, "Reset undone");
  await row(page, "Food").filter({ hasText: "$75" }).waitFor();
});

test("a failed reset is said in the words of the specification", async () => {
  const { page, category } = await newcomer();
  await category("Food");
  await page.route("**/api/budgets/reset-month", (route) => route.abort());
  await page.goto("/budget");
  await page.getByRole("button", { name: "Reset Actuals" }).click();
  await page.getByRole("dialog", { name: "Reset Actuals" }).getByRole("button", { name: "Reset" }).click();
  await toast(page, "Error", "Failed to reset monthly actuals");
});

test("months roll over the year, the picker jumps, and the URL keeps the month", async () => {
  const { page } = await newcomer();
  await page.goto("/budget?month=2024-12");
  const label = page.getByRole("group", { name: "Month" });
  await page.getByRole("button", { name: "Next month" }).click();
  await label.getByText("January 2025").waitFor();
  expect(monthOf(page)).toBe("2025-01");
  await page.getByRole("button", { name: "Previous month" }).click();
  await label.getByText("December 2024").waitFor();
  await label.getByRole("button", { name: "December 2024" }).click();
  const picker = page.getByRole("dialog", { name: "Choose a month" });
  await picker.getByRole("button", { name: "Previous year" }).click();
  await picker.getByRole("button", { name: "March 2023" }).click();
  await picker.waitFor({ state: "hidden" });
  await label.getByText("March 2023").waitFor();
  await page.reload();
  await label.getByText("March 2023").waitFor();
  // The month stays chosen from screen to screen, and the back button takes it back.
  await page
    .getByRole("navigation")
    .getByRole("link", { name: "Transactions" })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole("heading", { name: "Transactions", level: 1 }).waitFor();
  await label.getByText("March 2023").waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Budget Planning" }).waitFor();
  await page.goBack();
  await label.getByText("December 2024").waitFor();
});

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const monthOf = (page: Page) => new URL(page.url()).searchParams.get("month");
