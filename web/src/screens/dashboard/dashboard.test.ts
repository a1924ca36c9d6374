import { addMonthsTo, firstDay, monthNumber, monthOfDay, yearOf } from "@coffer/domain/time/month";
import { today } from "@coffer/domain/time/timezone";
import { beforeAll, expect, test } from "vitest";
import { DESKTOP, PHONE } from "../../../test/browser.ts";
import {
  ANA,
  expectToast,
  newUser,
  openScreen,
  openUser,
  overflowOf,
  screenLink,
  signInThroughApi,
  textsOf,
} from "../../../test/fixtures.ts";

/** A user with a budget and a transaction in December 2024; one page for most tests, since loading is slow. */
let user: Awaited<ReturnType<typeof openUser>>;
let food: { id: number };
beforeAll(async () => {
  user = await openUser();
  food = await user.category("Food");
  await user.send("POST", "/api/budgets", { categoryId: food.id, month: 12, year: 2024, projected: 100 });
  await user.transaction(food, "Market", 130, "2024-12-03");
  await user.page.goto("/settings");
  return user.close;
});

test("shows a card that failed to load after Try again", async () => {
  const { page } = user;
  await page.route(/\/api\/month\?/, (route) => route.fulfill({ status: 500, body: "" }));
  await page.route("**/api/budget-tips*", (route) => route.fulfill({ status: 500, body: "" }));
  await openScreen(page, "/?month=2024-12");
  await expectToast(page, "Error", "Failed to fetch budgets");
  const progress = page.getByRole("region", { name: "Budget Progress" });
  await progress.getByText("Failed to fetch budgets").waitFor();
  // The other cards are shown.
  await page.getByRole("region", { name: "Recent Transactions" }).getByText("Market").waitFor();
  await page.unroute(/\/api\/month\?/);
  // A reply as if the tips still had to be requested.
  await page.route(/\/api\/month\?/, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), tips: null } });
  });
  await progress.getByRole("button", { name: "Try again" }).click();
  await progress.getByText("Over by $30.00").waitFor();
  await page.locator(".stat", { hasText: "Monthly Budget" }).getByText("$100.00").waitFor();
  const assistant = page.getByRole("region", { name: "AI Budget Assistant" });
  await assistant.getByText("Failed to load the budget assistant").waitFor();
  await page.locator(".stat", { hasText: "Expenses" }).getByText("$130.00", { exact: true }).waitFor();
  await page.getByRole("link", { name: "View all" }).click();
  await page.getByRole("heading", { name: "Transactions", level: 1 }).waitFor();
  await page.getByRole("row").filter({ hasText: "Market" }).waitFor();
  await page.unrouteAll();
});

test("advises only on a month with a budget and transactions", async () => {
  const { page, send, transaction } = user;
  await transaction(food, "Market without a plan", 20, "2024-11-03");
  await openScreen(page, "/?month=2024-11");
  const assistant = page.getByRole("region", { name: "AI Budget Assistant" });
  await assistant.getByText("Advice appears once this month has a transaction and a budget.").waitFor();
  await page.getByRole("button", { name: "Next month" }).click();
  await assistant.getByText("Food").first().waitFor();
  await send("PUT", "/api/preferences", { aiRecommendations: false });
  await page.reload();
  await assistant.getByText("AI budget recommendations are turned off.").waitFor();
});

test("starts with the amount that is left", async () => {
  const { page, category, transaction, send } = user;
  for (const name of ["Rent", "Fuel", "Books", "Gifts", "Pets"]) {
    const { id } = await category(name);
    await send("POST", "/api/budgets", { categoryId: id, month: 12, year: 2024, projected: 50 });
    if (name === "Pets") await transaction({ id }, "Vet", 53, "2024-12-06");
  }
  await transaction(await category("Trips"), "Train", 30, "2024-12-04");
  await transaction(await category("Cents"), "Stamp", 0.4, "2024-12-05");
  await page.goto("/?month=2024-12");
  // 350 planned, 213.40 spent.
  await page.getByRole("region", { name: "Left over" }).getByText("$136.60").waitFor();
  const end = page.getByRole("region", { name: "How December went" });
  await end.getByText("4 of 6").waitFor();
  await end.getByText("$50.00 of its plan left").waitFor();
  const progress = page.getByRole("region", { name: "Budget Progress" });
  const rows = progress.getByRole("list").getByRole("listitem");
  await rows.first().getByText("Over by $30.00").waitFor();
  await expect
    .poll(() => textsOf(rows))
    .toEqual([
      expect.stringMatching(/^Food\$130\.00 of \$100\.00/),
      expect.stringMatching(/^Pets\$53\.00 of \$50\.00/),
      expect.stringMatching(/^Trips\$30\.00Not planned: \$30\.00$/),
      expect.stringMatching(/^Cents\$0\.40Not planned: \$0\.40$/),
      ...Array(4).fill(expect.stringContaining("$0.00 of $50.00")),
    ]);
  await expect.poll(() => rows.nth(2).getByRole("progressbar").count()).toBe(0);
  // The plan is at seven tenths of the track, and overspending exceeds it.
  const lengthOf = async (name: string) => {
    const bar = progress.getByRole("progressbar", { name });
    const [track, filled] = [await bar.boundingBox(), await bar.locator("div").first().boundingBox()];
    return Math.round((100 * (filled?.width ?? 0)) / (track?.width ?? 1));
  };
  expect([await lengthOf("Food"), await lengthOf("Pets")]).toEqual([91, 74]);
  // A phone folds all but the first.
  await page.setViewportSize(PHONE);
  await expect.poll(() => rows.count()).toBe(3);
  await progress.getByRole("button", { name: "Show all 8" }).click();
  await expect.poll(() => rows.count()).toBe(8);
  await page.setViewportSize(DESKTOP);
});

test("marks a category that is heading over its plan", async () => {
  const { page, category, transaction, send } = user;
  const power = await category("Power");
  const month = monthOfDay(today(Date.now(), "America/New_York"));
  for (const before of [1, 2]) await transaction(power, "Bill", 300, firstDay(addMonthsTo(month, -before)));
  await transaction(power, "Bill", 200, firstDay(month));
  const plan = { month: monthNumber(month), year: yearOf(month), projected: 250 };
  await send("POST", "/api/budgets", { categoryId: power.id, ...plan });
  await page.goto("/");
  const heading = page.getByRole("link", { name: "Power heading for, $300.00, show rows" });
  await heading.click();
  const made = page.getByRole("dialog", { name: /^What Power, the likely end/ });
  await made.getByRole("listitem").filter({ hasText: "So far" }).filter({ hasText: "$200.00" }).waitFor();
  await made.getByRole("listitem").filter({ hasText: "Usual spending" }).waitFor();
  await page.keyboard.press("Escape");
  // Amounts in the sentences under the chart open a panel too: power is a bill.
  await page
    .getByRole("figure")
    .getByRole("link", { name: "Bills and set-asides spent, $200, show rows" })
    .click();
  await page
    .getByRole("dialog", { name: /is made of$/ })
    .getByText("$200.00 from 1 row")
    .waitFor();
  await page.keyboard.press("Escape");
  // Only an overspent category can be covered.
  await page.getByText("over, mostly Power.").waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Cover it" }).count()).toBe(0);
  const bar = page.getByRole("progressbar", { name: "Power" });
  await expect.poll(() => bar.getAttribute("data-tone")).toBe("at-risk");
  await screenLink(page, "Budget").click();
  await page.getByRole("row", { name: "Power" }).getByText("heading for $300").waitFor();
  await expect.poll(() => bar.getAttribute("data-tone")).toBe("at-risk");
});

test("shows the advice within two screens of a phone", async () => {
  const { page, context, category, transaction } = await newUser("Maximilianalexandrina", {
    viewport: PHONE,
  });
  const long = await category("Bundesausbildungsförderung");
  await transaction(long, "Donaudampfschifffahrtsgesellschaft", 9_999_999_999.99, "2024-12-03");
  await page.goto("/?month=2024-12");
  await page.getByRole("region", { name: "Recent Transactions" }).getByText("Donau").waitFor();
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
  await signInThroughApi(context, ANA);
  const skeleton = Promise.withResolvers<void>();
  await page.route(/\/api\/month\?/, (route) => skeleton.promise.then(() => route.continue()));
  await page.goto("/");
  await page.locator(".answer .skeleton").first().waitFor();
  skeleton.resolve();
  const advice = page.getByRole("region", { name: "AI Budget Assistant" });
  await advice.getByText("Likely to end at").first().waitFor();
  await advice.getByRole("heading", { name: "Tips" }).waitFor();
  await expect.poll(async () => (await advice.boundingBox())?.y).toBeLessThanOrEqual(2 * PHONE.height);
  await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await page.evaluate<number>(SHIFT)).toBeLessThanOrEqual(0.02);
});

/** A script: the layout shift since the page opened (docs/promises.md P7); 0 in browsers that do not measure it. */
const SHIFT = `new Promise((resolve) => {
  const observer = new PerformanceObserver((list) =>
    resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)));
  observer.observe({ type: "layout-shift", buffered: true });
  setTimeout(resolve, 300, 0);
})`;

test("covers an overspent category from the month's forecast", async () => {
  const { page, category, transaction, send } = await newUser();
  const [dining, food] = [await category("Dining"), await category("Food")];
  const month = monthOfDay(today(Date.now(), "America/New_York"));
  const plan = { month: monthNumber(month), year: yearOf(month) };
  await send("POST", "/api/budgets", { categoryId: dining.id, ...plan, projected: 100 });
  await send("POST", "/api/budgets", { categoryId: food.id, ...plan, projected: 300 });
  await transaction(dining, "Osteria", 154.2, firstDay(month));
  await transaction(food, "Market", 75, firstDay(month));
  await page.goto("/");
  await page.getByRole("button", { name: "Cover it" }).click();
  const cover = page.getByRole("dialog", { name: "Cover Dining" });
  await cover.getByText("“Dining” is $54.20 over its plan.").waitFor();
  await cover.getByLabel("From Food").fill("54.20");
  await cover.getByRole("button", { name: "Move $54.20" }).click();
  await expectToast(page, "Plan moved");
  await expect.poll(() => page.getByRole("button", { name: "Cover it" }).count()).toBe(0);
});
