import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  expectToast,
  failOnce,
  navigate,
  newUser,
  openScreen,
  overflowOf,
  screenLink,
  textsOf,
} from "../../../test/fixtures.ts";

test("edits a category together with its budget of the month", async () => {
  const { page, send, category, transaction } = await newUser();
  const food = await category("Food");
  await transaction(food, "Market", 300, "2024-09-05");
  await transaction(food, "Market", 330, "2024-10-05");
  await transaction(food, "Market", 420, "2024-11-05");
  await transaction(food, "Market", 9_000, "2024-12-05");
  await send("POST", "/api/budgets", { categoryId: food.id, month: 12, year: 2024, projected: 1250.5 });
  await send("POST", "/api/budgets", { categoryId: food.id, month: 1, year: 2025, projected: 300 });
  await page.goto("/budget?month=2024-12");
  await page.getByRole("button", { name: "Edit Food" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Category" });
  const projected = dialog.getByLabel("Projected budget");
  await expect.poll(() => projected.inputValue()).toBe("1250.50");
  const told = "$350.00 a month on average, over the 3 months before";
  await dialog.getByText(told).waitFor();
  await dialog.getByRole("img", { name: told }).waitFor();
  // The type of a category with transactions cannot change.
  await expect.poll(() => dialog.getByRole("group", { name: "Type" }).count()).toBe(0);
  await dialog.getByLabel("Name").fill("Groceries");
  await dialog.getByLabel("Group").fill("Daily");
  await dialog.getByLabel("At the month's end").selectOption("Keeps what is left");
  await dialog.getByLabel("Kind").selectOption("Set aside");
  await projected.fill("2,000");
  await failOnce(page, "PUT", "**/api/categories/*");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Failed to update category");
  await failOnce(page, "POST", "**/api/budgets");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Error", "Failed to update budget");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Category updated");
  await row(page, "Groceries").filter({ hasText: "$2,000" }).waitFor();
  await row(page, "Daily").filter({ hasText: "$2,000" }).waitFor();
  const stored = await (await page.request.get("/api/categories")).json();
  expect(stored).toMatchObject([{ name: "Groceries", carry: "surplus", kind: "set-aside" }]);
  // Another month has its own budget.
  await page.getByRole("button", { name: "Next month" }).click();
  await row(page, "Groceries").filter({ hasText: "$300" }).waitFor();

  await page.route(/\/api\/budgets/, (route) => route.abort());
  await page.getByRole("button", { name: "Edit Groceries" }).click();
  await projected.waitFor();
  await expect.poll(async () => Number(await projected.inputValue())).toBe(0);
  await projected.fill("450");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Error", "Failed to create budget");
  await expect.poll(() => projected.inputValue()).toBe("450.00");
});

test("carries what is left of a category into the next month", async () => {
  const { page, category } = await newUser();
  await category("Food");
  await page.goto("/budget");
  await page.getByRole("button", { name: "Plan Food: $0" }).click();
  await page.getByRole("textbox", { name: "Projected Food" }).fill("100");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Plan Food: $100" }).waitFor();
  const edit = page.getByRole("button", { name: "Edit Food" });
  const dialog = page.getByRole("dialog", { name: "Edit Category" });
  const kind = dialog.getByLabel("Kind");
  await edit.click();
  await kind.getByRole("option", { name: "Everyday (automatic)" }).waitFor({ state: "attached" });
  await dialog.getByLabel("At the month's end").selectOption("Keeps what is left");
  await kind.selectOption("Bill");
  await dialog.getByLabel("Available when you moved here").fill("12.50");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Category updated");

  await page.getByRole("button", { name: "Next month" }).click();
  const food = row(page, "Food").filter({ hasText: "Under Budget" }).filter({ hasText: "$0" });
  await food.getByRole("link", { name: "Food left, $0, show rows" }).waitFor();
  await food.getByRole("link", { name: "Food available, $113, show rows" }).click();
  const why = page.getByRole("dialog", { name: "Food, available" });
  await why.getByText("Carried over").waitFor();
  await why.getByText("Available when you moved here").waitFor();
  await why.getByRole("button", { name: "Close" }).click();
  await edit.click();
  await expect.poll(() => kind.inputValue()).toBe("bill");
  await expect.poll(() => dialog.getByLabel("Available when you moved here").inputValue()).toBe("12.50");
});

test("deletes a category after showing what is deleted with it", async () => {
  const { page, send, category, transaction } = await newUser("Maya", { holdToasts: true });
  const [food, snacks, dining] = [await category("Food"), await category("Snacks"), await category("Dining")];
  await category("Salary", "income");
  await transaction(food, "Market", 12.5, "2024-12-03");
  await transaction(food, "Bakery", 3.2, "2024-12-04");
  await transaction(snacks, "Kiosk", 12, "2024-12-03");
  await transaction(dining, "Osteria", 30, "2024-12-05");
  await send("POST", "/api/budgets", { categoryId: food.id, month: 12, year: 2024, projected: 300 });
  await page.goto("/budget?month=2024-12");
  const dialog = page.getByRole("dialog", { name: "Delete category" });

  await page.getByRole("button", { name: "Delete Snacks" }).click();
  await dialog.getByRole("radio", { name: "Move to another category" }).check();
  await dialog.getByRole("button", { name: "Move and delete" }).click();
  await dialog.getByText("Category is required").waitFor();
  const target = dialog.getByLabel("Move to", { exact: true });
  // Only categories of the same type are offered.
  await expect.poll(() => textsOf(target.locator("option:not([disabled])"))).toEqual(["Food", "Dining"]);
  await target.selectOption({ label: "Dining" });
  await failOnce(page, "DELETE", "**/api/categories/*");
  await dialog.getByRole("button", { name: "Move and delete" }).click();
  await expectToast(page, "Error", "Failed to delete category");
  await row(page, "Snacks").waitFor();
  await dialog.getByRole("button", { name: "Move and delete" }).click();
  await expectToast(page, "Category deleted");
  await row(page, "Dining").filter({ hasText: "$42" }).waitFor();

  await page.getByRole("button", { name: "Delete Food" }).click();
  await dialog.getByText("also deletes its associated budget data and transactions").waitFor();
  await dialog.getByText("It has 2 transactions and 1 monthly budget.").waitFor();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expectToast(page, "Category deleted");
  await row(page, "Food").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Undone");
  await row(page, "Food").filter({ hasText: "$16" }).waitFor();
});

test("selects months across years by mouse and keys", async () => {
  const { page } = await newUser();
  await page.goto("/budget?month=2024-12");
  const label = page.getByRole("group", { name: "Month" });
  await page.getByRole("button", { name: "Next month" }).click();
  await label.getByText("January 2025").waitFor();
  await expect.poll(() => monthOf(page)).toBe("2025-01");
  await page.getByRole("button", { name: "Previous month" }).click();
  await label.getByText("December 2024").waitFor();
  await label.getByRole("button", { name: "December 2024" }).click();
  const picker = page.getByRole("dialog", { name: "Choose a month" });
  await picker.getByRole("button", { name: "Previous year" }).click();
  await picker.getByRole("button", { name: "Mar 2023" }).click();
  await picker.waitFor({ state: "hidden" });
  await label.getByText("March 2023").waitFor();
  await page.reload();
  await label.getByText("March 2023").waitFor();
  // Screens keep the month, and the back button restores the previous one.
  await screenLink(page, "Transactions").click();
  await page.getByRole("heading", { name: "Transactions", level: 1 }).waitFor();
  await label.getByText("March 2023").waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Budget Planning" }).waitFor();
  await page.goBack();
  await label.getByText("December 2024").waitFor();

  // With keys, from the chosen one.
  const focused = (month: string) =>
    picker.getByRole("button", { name: month }).and(page.locator(":focus")).waitFor();
  await label.getByRole("button", { name: "December 2024" }).focus();
  await page.keyboard.press("Enter");
  await focused("Dec 2024");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await focused("Aug 2024");
  await page.keyboard.press("Enter");
  await label.getByText("August 2024").waitFor();
});

test("plans in the table by keys", async () => {
  const { page, send, category } = await newUser();
  const [food] = [await category("Food"), await category("Rent")];
  await send("POST", "/api/budgets", { categoryId: food.id, month: 12, year: 2024, projected: 90 });
  await page.goto("/budget?month=2024-12");
  await page.getByRole("button", { name: "Plan Food: $90" }).click();
  const foodField = page.getByRole("textbox", { name: "Projected Food" });
  await expect.poll(() => foodField.inputValue()).toBe("90.00");
  await foodField.fill("120+35");
  const saved = page.waitForResponse((reply) => reply.request().method() === "POST");
  await foodField.press("Enter");
  await row(page, "Food").filter({ hasText: "$155" }).waitFor();
  await saved;
  const rentField = page.getByRole("textbox", { name: "Projected Rent" });
  await rentField.fill("1.250");
  await rentField.press("Enter");
  await page.getByText("This can be read in two ways: type 1250.00 or 1.25").waitFor();
  await rentField.press("Escape");
  await page.getByRole("button", { name: "Plan Rent: $0" }).waitFor();
  await page
    .getByRole("status")
    .filter({ hasText: /Left to plan.*-\$155.00/ })
    .waitFor();
  await page.getByRole("button", { name: "Plan Food: $155" }).click();
  await foodField.fill("160");
  await foodField.press("Tab");
  await rentField.and(page.locator(":focus")).waitFor();
  await rentField.press("Shift+Tab");
  await foodField.and(page.locator(":focus")).waitFor();
  await foodField.press("Escape");
  await page.getByRole("button", { name: "Plan Food: $160" }).waitFor();
  await page.locator(".toast").getByRole("button", { name: "Undo" }).waitFor();
  await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "Plan Food: $155" }).waitFor();
  await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "Plan Food: $90" }).waitFor();
  await page.locator(".toast").getByRole("button", { name: "Redo" }).click();
  await page.getByRole("button", { name: "Plan Food: $155" }).waitFor();

  await page.route("**/api/budgets", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 503,
          json: { message: "The service is busy. Please try again in a moment." },
        })
      : route.continue(),
  );
  await page.getByRole("button", { name: "Plan Rent: $0" }).click();
  await rentField.fill("80");
  await page.keyboard.press("Tab");
  await expectToast(page, "Error");
  await page.getByRole("button", { name: "Plan Rent: $0" }).waitFor();
  await page.unrouteAll();

  // A category and its plan are added in one request, to the list whose button was pressed.
  const income = page.getByRole("region", { name: "Income Categories" });
  await income.getByRole("button", { name: "Add Category" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Category" });
  const type = dialog.getByRole("group", { name: "Type" });
  await expect.poll(() => type.getByRole("radio", { name: "Income" }).isChecked()).toBe(true);
  await dialog.getByLabel("Name").fill("Pension");
  const chosen = (group: string, name: string) =>
    dialog.getByRole("group", { name: group }).getByRole("radio", { name }).isChecked();
  // The icon follows the name, and the color is unused: Food is blue.
  await expect.poll(() => chosen("Icon", "Savings")).toBe(true);
  await expect.poll(() => chosen("Color", "Green")).toBe(true);
  await dialog.getByLabel("Name").fill("Salary");
  await expect.poll(() => chosen("Icon", "Income")).toBe(true);
  await dialog.getByLabel("Projected budget").fill("300");
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") writes.push(new URL(request.url()).pathname);
  });
  await failOnce(page, "POST", "**/api/categories");
  await dialog.getByRole("button", { name: "Add Category" }).click();
  await expectToast(page, "Failed to create category");
  await dialog.getByRole("button", { name: "Add Category" }).click();
  await income.getByRole("row").filter({ hasText: "Salary" }).filter({ hasText: "$300" }).waitFor();
  expect(writes).toEqual(["/api/categories", "/api/categories"]);
  // A second category of a name is possible, after a question.
  await page.getByRole("main").getByRole("button", { name: "Add Category" }).first().click();
  await dialog.getByLabel("Name").fill("FOOD");
  await dialog.getByRole("button", { name: "Add Category" }).click();
  const question = page.getByRole("dialog", { name: "“Food” exists already" });
  await question.getByRole("button", { name: "Change the name" }).click();
  await expect.poll(() => dialog.getByLabel("Name").inputValue()).toBe("FOOD");
  expect(writes).toHaveLength(2);
  await dialog.getByRole("button", { name: "Add Category" }).click();
  await question.getByRole("button", { name: "Save anyway" }).click();
  await expectToast(page, "Category created");
  await page.reload();
  await page.getByRole("button", { name: "Plan Food: $155" }).waitFor();
});

test("goes from November to a planned December in two clicks", async () => {
  const { page, send, category } = await newUser();
  const salary = await category("Salary", "income");
  const food = await category("Food");
  const plan = (categoryId: number, projected: number) =>
    send("POST", "/api/budgets", { categoryId, month: 11, year: 2024, projected });
  await plan(salary.id, 3_000);
  await plan(food.id, 450);
  await page.clock.setFixedTime("2024-11-20T12:00:00Z");
  await page.goto("/");
  await page.getByRole("link", { name: "Plan December" }).click();
  const dialog = page.getByRole("dialog", { name: "Plan December 2024" });
  await dialog.getByText("Left to plan").filter({ hasText: "$2,550.00" }).waitFor();
  await dialog.getByRole("button", { name: "Save plan" }).click();
  await expectToast(page, "Month planned");
  await dialog.waitFor({ state: "hidden" });

  // An existing plan is shown and stays.
  await navigate(page, "/budget?month=2024-12");
  await row(page, "Food").filter({ hasText: "$450" }).waitFor();
  await page.getByRole("button", { name: "December 2024" }).click();
  await page.getByRole("link", { name: "Plan the month" }).click();
  await dialog.getByText("Planned $450.00").waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  await navigate(page, "/budget?month=2024-11");
  await page.getByRole("link", { name: "Plan December" }).click();
  await dialog.getByText("Everything is planned already.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("month")).toBe("2024-11");

  await navigate(page, "/activity?month=2024-12");
  await page
    .getByRole("listitem")
    .filter({ hasText: "You planned 2 categories" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expectToast(page, "Undone");
  await screenLink(page, "Budget").click();
  await page.getByRole("link", { name: "Plan the month" }).click();

  // Typed amounts stay when another start is chosen.
  await dialog.getByLabel("Plan Food").fill("2*60");
  // The sheet stays open while the code of the panel over it loads.
  await dialog.getByRole("link", { name: "Food planned last month, $450, show rows" }).click();
  const lastPlan = page.getByRole("dialog", { name: /^What Food/ });
  await lastPlan.waitFor();
  await page.goBack();
  await lastPlan.waitFor({ state: "hidden" });
  await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
  // An amount opens over the sheet, and Back returns to what was typed there.
  await dialog.getByRole("link", { name: "$2,880.00" }).click();
  const panel = page.getByRole("dialog", { name: "What Left to plan is made of" });
  await panel.getByRole("listitem").filter({ hasText: "Sum" }).filter({ hasText: "$2,880.00" }).waitFor();
  await page.goBack();
  await panel.waitFor({ state: "hidden" });
  await dialog.getByRole("link", { name: "$2,880.00" }).click();
  await panel.waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
  expect(await dialog.getByLabel("Plan Food").inputValue()).toBe("120.00");
  await dialog.getByLabel("Start from").selectOption({ label: "From zero" });
  await dialog.getByText("Left to plan").filter({ hasText: "-$120.00" }).waitFor();
  await dialog.getByLabel("Plan Salary").fill("a lot");
  await dialog.getByText("Budget amount must be a non-negative number").waitFor();
  await expect.poll(() => dialog.getByRole("button", { name: "Save plan" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Plan Salary").fill("");
  await dialog.getByRole("button", { name: "Save plan" }).click();
  await row(page, "Food").filter({ hasText: "$120" }).waitFor();
});

test("orders categories by keys and by dragging", async () => {
  const { page, send, category } = await newUser("Maya", { holdToasts: true });
  const ids = [];
  for (const name of ["Rent", "Fuel", "Food"]) ids.push((await category(name)).id);
  const [rent, fuel, food] = ids;
  const places = [
    { id: rent, group: "Home" },
    { id: food, group: "Home" },
    { id: fuel, group: null },
  ];
  await send("PUT", "/api/categories/order", places);
  for (const [categoryId, projected] of [
    [rent, 900],
    [food, 300],
  ])
    await send("POST", "/api/budgets", { categoryId, month: 12, year: 2024, projected });
  await page.goto("/budget?month=2024-12");
  await row(page, "Home").filter({ hasText: "$1,200" }).waitFor();
  await expectOrder(page, ["Home", "Rent", "Food", "Without a group", "Fuel"]);

  const rentPlan = page.getByRole("button", { name: "Plan Rent: $900" });
  await rentPlan.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expectOrder(page, ["Home", "Food", "Rent", "Without a group", "Fuel"]);
  await page.keyboard.press("Alt+ArrowDown");
  await expectOrder(page, ["Home", "Food", "Without a group", "Rent", "Fuel"]);
  await rentPlan.and(page.locator(":focus")).waitFor();

  const fuelHandle = row(page, "Fuel").locator(".drag-handle");
  // It may scroll the page.
  await fuelHandle.hover();
  const target = await row(page, "Food").boundingBox();
  await page.mouse.down();
  await page.mouse.move(target?.x ?? 0, target?.y ?? 0);
  await page.mouse.move(target?.x ?? 0, (target?.y ?? 0) + 5);
  await page.mouse.up();
  await expectOrder(page, ["Home", "Fuel", "Food", "Without a group", "Rent"]);

  await choose(page, "Rent", "Move to group");
  await page.getByRole("dialog", { name: "Group of Rent" }).getByLabel("Group").fill("House");
  await page.keyboard.press("Enter");
  await choose(page, "the group House", "Rename group");
  await page.getByRole("dialog", { name: "Rename House" }).getByLabel("Group").fill("Flat");
  await page.keyboard.press("Enter");
  const stored = async () => (await page.request.get("/api/categories")).json();
  await expect.poll(stored).toContainEqual(expect.objectContaining({ group: "Flat" }));
  await page.reload();
  const all = ["Home", "Fuel", "Food", "Flat", "Rent"];
  await expectOrder(page, all);

  await choose(page, "Fuel", "Archive");
  await expectToast(page, "Fuel is archived");
  await expectOrder(page, ["Home", "Food", "Flat", "Rent"]);
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await expectOrder(page, all);
  await choose(page, "Fuel", "Archive");
  await page.getByText("Archived (1)").click();
  await page.route("**/api/categories/order", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("button", { name: "Bring back Fuel" }).click();
  await expectToast(page, "Error", "Failed to save the order of the categories");
  await expectOrder(page, ["Home", "Food", "Flat", "Rent"]);
  await page.unrouteAll();
  await page.getByText("Archived (1)").click();
  await page.getByRole("button", { name: "Bring back Fuel" }).click();
  await expectOrder(page, ["Home", "Food", "Fuel", "Flat", "Rent"]);
});

test("covers an overspent category from what is left to plan", async () => {
  const { page, send, category, transaction } = await newUser("Maya", { holdToasts: true });
  const [dining, food, rent] = [await category("Dining"), await category("Food"), await category("Rent")];
  const plan = ({ id: categoryId }: { id: number }, projected: number) =>
    send("POST", "/api/budgets", { categoryId, month: 12, year: 2024, projected });
  await plan(dining, 100);
  await plan(food, 300);
  await plan(rent, 250);
  await transaction(dining, "Osteria", 154.2, "2024-12-05");
  await transaction(rent, "Rent", 100, "2024-12-01");
  await transaction(food, "Market", 75, "2024-12-03");
  await page.goto("/budget?month=2024-12");
  await page.getByRole("button", { name: "Cover Dining" }).click();
  await page.getByText("“Dining” is $54.20 over its plan.").waitFor();
  const cover = page.getByRole("dialog", { name: "Cover Dining" });
  await cover.getByText("$225.00 left, $225.00 free after what is due and forecast").waitFor();
  await cover.getByLabel("From Food").fill("40");
  await cover.getByText("$14.20 stays over plan.").waitFor();
  await cover.getByLabel("From Rent").fill("14.20");
  await page.getByRole("button", { name: "Move $54.20" }).click();
  await expectToast(page, "Plan moved");
  await row(page, "Food").filter({ hasText: "$260" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Cover Dining" }).count()).toBe(0);
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await row(page, "Food").filter({ hasText: "$300" }).waitFor();

  // If somebody else has changed a plan, nothing moves and the current plan is shown.
  await page.getByRole("button", { name: "Cover Dining" }).click();
  await plan(food, 200);
  await page.getByRole("button", { name: "Move $54.20" }).click();
  await expectToast(page, "Error", "The plan was changed meanwhile. Please try again.");
  await row(page, "Food").filter({ hasText: "$200" }).waitFor();
  await page.getByRole("button", { name: "Cover Dining" }).waitFor();

  await row(page, "Food").filter({ hasText: "$75" }).waitFor();
  await failOnce(page, "POST", "**/api/budgets/reset-month", "cut");
  await page.getByRole("button", { name: "Reset Actuals" }).click();
  const reset = page.getByRole("dialog", { name: "Reset Actuals" }).getByRole("button", { name: "Reset" });
  await reset.click();
  await expectToast(page, "Error", "Failed to reset monthly actuals");
  await reset.click();
  await expectToast(page, "Reset successful");
  await row(page, "Food").filter({ hasText: "$75" }).waitFor({ state: "hidden" });
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Undone");
  await row(page, "Food").filter({ hasText: "$75" }).waitFor();

  await page.getByRole("button", { name: "Reset Actuals" }).click();
  await reset.click();
  await expectToast(page, "Reset successful");
  const since = page.getByText(/^Actuals count from \w+ \d+, \d{4}, \d\d:\d\d$/);
  const later = page.getByRole("main").getByRole("button", { name: "Undo" });
  await screenLink(page, "Dashboard").click();
  await since.waitFor();
  await screenLink(page, "Budget").click();
  await row(page, "Food").waitFor();
  await since.waitFor();
  await later.click();
  await row(page, "Food").filter({ hasText: "$75" }).waitFor();
  await since.waitFor({ state: "hidden" });
});

test("fits thirty categories into four screens of a phone", async () => {
  const { page, send } = await newUser("Maya", { viewport: { width: 375, height: 667 } });
  const shared = { icon: "category", color: "blue", month: 12, year: 2024 };
  for (let index = 0; index < 30; index++) {
    const type = index < 2 ? "income" : "expense";
    const group = index < 2 ? null : `Group ${Math.floor(index / 5)}`;
    const plain = { name: `Category ${index}`, projected: 100 + index };
    const long = { name: "Donaudampfschifffahr", projected: 9_999_999_999.99 };
    await send("POST", "/api/categories", { ...shared, type, group, ...(index === 7 ? long : plain) });
  }
  await page.goto("/budget?month=2024-12");
  await row(page, "Category 29").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  const height = () => page.evaluate<number>("document.documentElement.scrollHeight");
  await expect.poll(height).toBeLessThanOrEqual(4 * 667);
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
});

/** Chooses in the menu of a row. */
async function choose(page: Page, name: string, item: string) {
  await page.getByRole("button", { name: `More for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const monthOf = (page: Page) => new URL(page.url()).searchParams.get("month");

/** The headings of groups and the names of categories, from the top. */
async function expectOrder(page: Page, names: string[]) {
  const shown = () =>
    textsOf(page.getByRole("region", { name: "Expense Categories" }).locator("tbody .cell-name"));
  await expect.poll(shown).toEqual(names);
}

test("applies a plan to the later months of the year", async () => {
  const { page, category, send } = await newUser();
  const food = await category("Food");
  await send("POST", "/api/budgets", { categoryId: food.id, month: 11, year: 2027, projected: 90 });
  await page.goto("/goals");
  const plan = async (amount: string, replaces: boolean, preview: string, month: string) => {
    await openScreen(page, `/budget?month=${month}&plan=true`);
    const sheet = page.getByRole("dialog", { name: /^Plan / });
    if (amount !== "") await sheet.getByLabel("Plan Food").fill(amount);
    await sheet.getByLabel(/^And /).check();
    if (replaces) await sheet.getByLabel("Replace existing plans").check();
    await sheet.getByText(preview).waitFor();
    await sheet.getByRole("button", { name: "Save plan" }).click();
    await expectToast(page, "Month planned");
  };
  const expectPlan = async (month: string, amount: string) => {
    await openScreen(page, `/budget?month=${month}`);
    await page.getByRole("button", { name: `Plan Food: ${amount}`, exact: true }).waitFor();
  };
  await plan("400", false, "1 amount is filled in, 1 different plan stays.", "2027-10");
  await expectPlan("2027-12", "$400");
  await plan("", true, "0 amounts are filled in, 1 different plan is replaced.", "2027-11");
  await expectPlan("2027-12", "$90");
});
