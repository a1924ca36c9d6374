import { expect, test } from "vitest";
import { expectToast, newUser, openScreen } from "../../../test/fixtures.ts";

test("brings a new user to a planned month in three steps and 25 interactions", async () => {
  const { page } = await newUser();
  await page.goto("/?month=2026-12");
  await page.evaluate(COUNT_INTERACTIONS);
  await page.getByRole("radio", { name: /^Family/ }).check();
  await page.keyboard.press("Enter");
  await page.getByLabel("What comes in each month?").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("4200");
  await page.keyboard.press("Enter");
  await page.getByText("Left to plan: $0.00").waitFor();
  // One more press creates the budget; registering takes six fields and a button.
  expect((await page.evaluate<number>("interactions")) + 1 + 7).toBeLessThanOrEqual(25);
  await page.getByLabel("Groceries", { exact: true }).fill("700");
  await page.getByText("Left to plan: -$28.00").waitFor();
  await page.getByRole("button", { name: "Leave out Gifts" }).click();
  await page.getByText("Left to plan: $14.00").waitFor();
  await page.getByRole("button", { name: "Create my budget" }).click();
  await expectToast(page, "Your budget is ready");
  await page.getByText("Start with a plan that fits you").waitFor({ state: "detached" });
  await openScreen(page, "/budget");
  await page.getByText("Groceries").filter({ visible: true }).first().waitFor();
  const budgets = await page.context().request.get("/api/budgets?month=12&year=2026");
  const plans: { projected: number }[] = await budgets.json();
  expect(plans.map(({ projected }) => projected)).toContain(700);
  expect(plans).toHaveLength(13);
});

/** Keys and presses. */
const COUNT_INTERACTIONS = `
  window.interactions = 0;
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, () => window.interactions++, true);
`;

test("says what is wrong with an income, and creates nothing twice after a lost reply", async () => {
  const { page, context } = await newUser();
  await page.goto("/");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("What comes in each month?").fill("-5");
  await page.keyboard.press("Enter");
  await page.getByText("Income must be a positive number").waitFor();
  await page.getByRole("button", { name: "Skip this step" }).click();
  let calls = 0;
  await page.route("**/api/categories", async (route) => {
    if (route.request().method() !== "POST" || ++calls !== 3) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Create my budget" }).click();
  await expectToast(page, "Failed to create the budget");
  await page.getByRole("button", { name: "Create my budget" }).click();
  await expectToast(page, "Your budget is ready");
  const categories: { name: string }[] = await (await context.request.get("/api/categories")).json();
  expect(new Set(categories.map(({ name }) => name)).size).toBe(categories.length);
  expect(categories).toHaveLength(11);
});

test("asks nothing again once the set-up is skipped, and offers it again on Budget Planning", async () => {
  const { page } = await newUser();
  await page.goto("/");
  await page.getByRole("button", { name: "Skip the set-up" }).click();
  await page.getByText("Start with a plan that fits you").waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("No transactions for this month").waitFor();
  await expect.poll(() => page.getByText("Start with a plan that fits you").count()).toBe(0);
  const card = (name: string) => page.getByRole("region", { name });
  await card("Recent Transactions").getByRole("link", { name: "Add transactions" }).waitFor();
  await card("Budget Progress").getByRole("link", { name: "Add categories" }).click();
  await page.getByRole("button", { name: "Choose a starter set" }).click();
  await page.getByText("Start with a plan that fits you").waitFor();
});
