import { expect, test } from "vitest";
import { expectToast, loseReply, newUser } from "../../../test/fixtures.ts";

const now = new Date();
const MONTH = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() };
const DAYS = new Date(Date.UTC(MONTH.year, MONTH.month, 0)).getUTCDate();

test("brings a new user from a card on the dashboard to a filled one in 25 interactions", async () => {
  const { page, context } = await newUser();
  await context.request.put("/api/notification-preferences", {
    data: { emailNotifications: false, notificationTime: "09:00", timeZone: "Europe/London" },
  });
  await page.goto("/?month=2024-12");
  await page.evaluate(COUNT_INTERACTIONS);
  const start = page.getByRole("dialog", { name: "Start with a plan that fits you" });
  await page.getByRole("button", { name: "Choose a starter set" }).click();
  await start.getByLabel("Name of your budget").fill("The Stones");
  await start.getByRole("radio", { name: /^Family/ }).check();
  await page.keyboard.press("Enter");
  await page.getByLabel("What comes in each month?").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("4200");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: /^Plan / }).check();
  await page.getByText("Left to plan: $0.00").waitFor();
  // Two more presses create and show the budget; registering takes six fields and a button, the name a field more.
  expect((await page.evaluate<number>("interactions")) + 2 + 7 + 1).toBeLessThanOrEqual(25);
  const groceries = page.getByLabel("Groceries", { exact: true });
  const part = Math.floor((Math.ceil((4200 * (DAYS - now.getUTCDate() + 1)) / DAYS) * 160) / 1000);
  await expect.poll(() => groceries.inputValue()).toBe(`${part}.00`);
  await page.getByRole("radio", { name: /^Start with/ }).check();
  await expect.poll(() => groceries.inputValue()).toBe("672.00");
  await page.getByRole("radio", { name: /^Plan / }).check();
  await groceries.fill(String(part - 1));
  await page.getByText("Left to plan: $1.00").waitFor();
  await page.getByRole("button", { name: "Leave out Gifts" }).click();
  await page.getByRole("button", { name: "Create my budget" }).click();
  const end = page.getByRole("dialog", { name: "Your budget is ready" });
  await end.getByRole("button", { name: "Show my budget" }).click();
  await page.getByRole("region", { name: "To spend" }).waitFor();
  const read = async (path: string) => (await context.request.get(path)).json();
  expect(await read("/api/ledger")).toMatchObject({ name: "The Stones" });
  const plans: { projected: number }[] = await read(`/api/budgets?month=${MONTH.month}&year=${MONTH.year}`);
  expect(plans.map(({ projected }) => projected)).toContain(part - 1);
  expect(plans).toHaveLength(13);
  const next = new Date(Date.UTC(MONTH.year, MONTH.month, 1));
  const later: { projected: number }[] = await read(
    `/api/budgets?month=${next.getUTCMonth() + 1}&year=${next.getUTCFullYear()}`,
  );
  expect(later.map(({ projected }) => projected)).toContain(672);
  // There is no data for a forecast yet.
  await page
    .getByRole("region", { name: "To spend" })
    .getByText("days to go")
    .or(page.getByText("1 day to go"))
    .waitFor();
  await expect.poll(() => page.getByText(/^On course/).count()).toBe(0);
});

/** Keys and presses. */
const COUNT_INTERACTIONS = `
  window.interactions = 0;
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, () => window.interactions++, true);
`;

test("creates nothing twice after a lost reply", async () => {
  const { page, context } = await newUser();
  await page.goto("/");
  await page.getByRole("button", { name: "Choose a starter set" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("What comes in each month?").fill("-5");
  await page.keyboard.press("Enter");
  await page.getByText("Income must be a positive number").waitFor();
  await page.getByRole("button", { name: "Skip this step" }).click();
  let calls = 0;
  await page.route("**/api/categories", async (route) => {
    if (route.request().method() !== "POST" || ++calls !== 3) return route.continue();
    await loseReply(route);
  });
  await page.getByRole("button", { name: "Create my budget" }).click();
  await expectToast(page, "Failed to create the budget");
  await page.getByRole("button", { name: "Create my budget" }).click();
  await page.getByRole("link", { name: "Add your first purchase" }).click();
  await page.getByRole("dialog", { name: "Quick entry" }).waitFor();
  const categories: { name: string }[] = await (await context.request.get("/api/categories")).json();
  expect(new Set(categories.map(({ name }) => name)).size).toBe(categories.length);
  expect(categories).toHaveLength(11);
});

test("offers a couple to share as members first", async () => {
  const { page } = await newUser();
  await page.goto("/");
  await page.getByRole("button", { name: "Choose a starter set" }).click();
  await page.getByRole("radio", { name: /^Couple/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Skip this step" }).click();
  await page.getByRole("button", { name: "Create my budget" }).click();
  await page.getByRole("button", { name: "Invite someone" }).click();
  const choices = page.getByRole("group", { name: "Permission" }).getByRole("radio");
  await expect
    .poll(() => choices.evaluateAll((all) => all.map((one) => Object(one).value)))
    .toEqual(["member", "view_only", "full_access"]);
  await expect.poll(() => page.getByRole("radio", { name: /^View only/ }).isChecked()).toBe(true);
});

test("does not ask again after the set-up is skipped", async () => {
  const { page } = await newUser();
  await page.goto("/");
  for (const card of ["Monthly Budget", "Income", "Expenses", "Remaining", "Budget Progress"])
    await page.getByText(card, { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Skip the set-up" }).click();
  await page.getByText("Start with a plan that fits you").waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("No transactions for this month").waitFor();
  await expect.poll(() => page.getByText("Start with a plan that fits you").count()).toBe(0);
  const card = (name: string) => page.getByRole("region", { name });
  await card("Recent Transactions").getByRole("link", { name: "Add transactions" }).waitFor();
  await card("Budget Progress").getByRole("link", { name: "Add categories" }).click();
  await page.getByRole("button", { name: "Choose a starter set" }).click();
  await page.getByRole("dialog", { name: "Start with a plan that fits you" }).waitFor();
});
