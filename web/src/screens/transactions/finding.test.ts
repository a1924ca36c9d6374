import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE } from "../../../test/browser.ts";
import { expectToast, navigate, newProvenUser, newUser, savedBy } from "../../../test/fixtures.ts";

test("finds over all months", async () => {
  const { page, category, transaction } = await newUser();
  const food = await category("Food");
  await transaction(food, "Market", 12.34, "2024-12-03");
  await transaction(food, "Fair", 40, "2023-05-20");
  await transaction(await category("Salary", "income"), "Pay", 4000, "2024-11-01", "income");
  await page.goto("/transactions?month=2024-12");
  await page.getByText("1 transaction · $12.34 out").waitFor();
  await page.getByLabel("Period").selectOption("All months");
  await page.getByText("3 transactions · $4,000.00 in · $52.34 out").waitFor();
  await page.getByLabel("Search transactions").fill("12.34");
  await page.getByText("1 transaction · $12.34 out").waitFor();
  await page.getByLabel("Search transactions").fill("may 2023");
  await page.getByText("1 transaction · $40.00 out").waitFor();
  // Replies as for a budget with more rows than one call reads: the search goes on by itself, and says so.
  const begun = { rows: [], total: { count: 0, income: 0, expense: 0 }, soFar: true };
  await page.route(/search\?(?!.*cursor).*text=fair/, (route) =>
    route.fulfill({ json: { ...begun, cursor: "~2024-01-31.0000000000000001~0.0.0" } }),
  );
  const rest = Promise.withResolvers<void>();
  await page.route(/search\?.*cursor/, (route) => rest.promise.then(() => route.continue()));
  await page.getByLabel("Period").selectOption("One month");
  await page.getByLabel("Search transactions").fill("fair");
  await page.getByRole("button", { name: "Search all months" }).click();
  await page.getByText("Searched back to Jan 31, 2024 so far.").waitFor();
  await page.getByRole("button", { name: "Looking..." }).waitFor();
  rest.resolve();
  await page.getByText("1 transaction · $40.00 out").waitFor();
  await page.getByText("Searched back to").waitFor({ state: "hidden" });
  await page.getByLabel("Search transactions").fill("may 2023");
  await page.setViewportSize(PHONE);
  await page.reload();
  await page.getByText("Saturday, May 20, 2023").waitFor();
  await page.getByLabel("Search transactions").fill("");
  await page.getByText("Tuesday, Dec 3, 2024").waitFor();
  await page.getByText("Fair", { exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Transaction" });
  await expect.poll(() => dialog.getByLabel("Description").inputValue()).toBe("Fair");
});

test("sorts, pages and exports a month", async () => {
  const { page, send, category } = await newProvenUser();
  const food = await category("Food");
  await send("POST", "/api/imports", {
    batch: "hundred-and-one",
    source: "bank.csv",
    last: true,
    rows: Array.from({ length: 101 }, (_, index) => ({
      description: `Market ${index + 1}`,
      amount: index + 1,
      date: "2024-12-03",
      type: "expense",
      categoryId: food.id,
    })),
  });
  await page.goto("/transactions?month=2024-12&page=99");
  await page.getByText("Showing 101 to 101 of 101 results").waitFor();
  // Filters open the first page.
  await page.getByLabel("Search transactions").fill("market");
  await page.getByText("Showing 1 to 10 of 101 results").waitFor();
  await page.getByLabel("Sort by").selectOption("Smallest first");
  await page.getByRole("row").nth(1).filter({ hasText: "Market 1" }).filter({ hasText: "$1.00" }).waitFor();
  await page.getByLabel("Rows per page").selectOption("100");
  await row(page, "Market 100").waitFor();
  await page.getByLabel("Period").selectOption("All months");
  await page.getByText("Next", { exact: true }).click();
  await page.getByText("Showing 101 to 101 of 101 results").waitFor();
  await row(page, "Market 101").waitFor();
  await page.getByLabel("Rows per page").selectOption("Endless list");
  await page.getByText("Showing 1 to 50 of 101 results").waitFor();
  await page.getByRole("button", { name: "Show more" }).scrollIntoViewIfNeeded();
  await row(page, "Market 100").waitFor();
  await page.getByLabel("Rows per page").selectOption("10");
  await page.getByText("Showing 1 to 10 of 101 results").waitFor();
  await navigate(page, "/transactions?all=true&sort=amount&page=99&size=20");
  await page.getByText("Showing 101 to 101 of 101 results").waitFor();
  const { content } = await savedBy(page.getByRole("button", { name: "Export as CSV" }));
  expect(content.trim().split("\r\n")).toHaveLength(1 + 101);
  // All transactions of a deleted category.
  await navigate(page, "/transactions?month=2024-12&category=9");
  await page.getByText("Showing 1 to 10 of 101 results").waitFor();
});

test("changes the selected transactions together, with Undo", async () => {
  const { page, category, transaction } = await newUser("Maya", { holdToasts: true });
  const food = await category("Food");
  for (const name of ["Cinema", "Theatre"]) await transaction(food, name, 12, "2024-12-03");
  await page.goto("/transactions?month=2024-12");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Select all on this page" }).click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const set = page.getByRole("button", { name: "Set", exact: true });
  await expect.poll(() => set.isDisabled()).toBe(true);
  const fields = page.locator(".selection-fields");
  await fields.getByLabel("Date").fill("2024-12-09");
  await fields.getByLabel("Description").fill("Evening out");
  await set.click();
  await expectToast(page, "2 transactions changed");
  await expect.poll(() => page.getByText("Evening out").count()).toBeGreaterThanOrEqual(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Undone");
  for (const name of ["Cinema", "Theatre"]) await row(page, name).waitFor();

  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByLabel("Select Theatre").check();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("button", { name: "Moved between own accounts" }).click();
  await row(page, "Theatre").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, "Theatre").waitFor();
});

test("moves the selected transactions to another category", async () => {
  const { page, send, category, transaction } = await newUser("Maya", { holdToasts: true });
  const food = await category("Food");
  await category("Fun");
  const market = await transaction(food, "Market", 12, "2024-12-03");
  for (const name of ["Cinema", "Theatre"]) await transaction(food, name, 12, "2024-12-03");
  await page.goto("/transactions?month=2024-12");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByLabel("Select Cinema").check();
  await row(page, "Theatre").getByText("Theatre").click();
  await page.getByText("2 selected").waitFor();
  await page.getByLabel("Move to").selectOption("Fun");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expectToast(page, "2 transactions moved");
  await row(page, "Cinema").filter({ hasText: "Fun" }).waitFor();
  await row(page, "Theatre").filter({ hasText: "Fun" }).waitFor();
  await row(page, "Market").filter({ hasText: "Food" }).waitFor();

  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Select all on this page" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expectToast(page, "3 transactions deleted");
  await page.getByText("No transactions found").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Undone");
  for (const name of ["Market", "Cinema", "Theatre"]) await row(page, name).waitFor();

  // A deletion is shown before the server answers.
  await send("PUT", `/api/transactions/${market.id}`, { ...market, amount: 15 });
  const answer = Promise.withResolvers<void>();
  let requests = 0;
  await page.route("**/api/transactions/delete", async (route) => {
    requests++;
    if (requests === 1) return route.abort();
    await answer.promise;
    await route.continue();
  });
  const deleteAll = async () => {
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("button", { name: "Select all on this page" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
  };
  await page.getByLabel("Search transactions").fill("e");
  await deleteAll();
  await expectToast(page, "Error", "Failed to delete the transactions. Please try again.");
  await row(page, "Cinema").waitFor();

  await page.getByLabel("Search transactions").fill("");
  await row(page, "Market").filter({ hasText: "15" }).waitFor();
  await send("PUT", `/api/transactions/${market.id}`, { ...market, amount: 18 });
  await deleteAll();
  await page.getByText("No transactions found").waitFor();
  answer.resolve();
  await expectToast(page, "2 transactions deleted", "1 changed meanwhile, and was left out.");
  await row(page, "Market").filter({ hasText: "18" }).waitFor();
  expect(requests).toBe(2);
  await navigate(page, "/activity");
  await page.getByText("You deleted 2 transactions").waitFor();
});

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
