import { setTimeout as wait } from "node:timers/promises";
import type { Permission } from "@coffer/domain/share/sharing";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DESKTOP, openPage, PHONE } from "../../../test/browser.ts";
import { expectToast, holdBackground, newUser, screenLink, verifyEmail } from "../../../test/fixtures.ts";

type User = Awaited<ReturnType<typeof newUser>>;

/** Maya has two transactions in December 2024 and shares her budget with Ana. */
async function household(permissionType: Permission, options?: Parameters<typeof newUser>[1]) {
  const [maya, ana] = await Promise.all([newUser("Maya", options), newUser("Ana", options)]);
  const food = await maya.category("Food");
  await maya.transaction(food, "Market", 12, "2024-12-03");
  await maya.transaction(food, "Bakery", 4, "2024-12-02");
  await verifyEmail(ana);
  const { id } = await share(maya, ana, permissionType);
  return { maya, ana, id };
}

/** Called again with another permission, it changes the permission. */
const share = ({ send }: User, { person }: User, permissionType: Permission): Promise<{ id: number }> =>
  send("POST", "/api/share-budget", { email: person.email, permissionType });

test("offers a share until it is opened or declined", async () => {
  const { maya, ana } = await household("view_only");
  const { page } = ana;
  await page.goto("/goals");
  const switcher = page.getByRole("button", { name: /^Open budget/ }).filter({ visible: true });
  await switcher.click();
  const offer = page.getByRole("group", { name: "Maya shared a budget with you · view only" });
  await offer.getByRole("menuitem", { name: "Decline" }).click();
  await expectToast(page, "Budget declined", "Maya is told that you declined.");
  await switcher.waitFor({ state: "detached" });
  const { page: owners } = maya;
  await owners.goto("/settings");
  await owners.getByText("No budget shares").waitFor();
  await owners.getByRole("button", { name: /^Notifications/ }).click();
  const told = owners.getByRole("dialog", { name: "Notifications" });
  await told.getByRole("link", { name: `${ana.person.email} has declined your invitation.` }).waitFor();

  await share(maya, ana, "view_only");
  await page.goto("/");
  await page.getByRole("main").getByText("Maya shared a budget with you · view only").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Open Maya's budget" }).click();
  await opened(page, "Maya's budget · view only").waitFor();
  // Beside the month on the narrowest phone.
  await page.setViewportSize({ width: 320, height: PHONE.height });
  await opened(page, "Maya's budget").click();
  await page.getByRole("menuitem").filter({ hasText: "My budget" }).waitFor();
  await page.setViewportSize(DESKTOP);
  const refused: string[] = [];
  page.on("response", (reply) => void (reply.status() === 403 && refused.push(reply.url())));
  await page.goto(`/settings?budget=${maya.user.id}`);
  await page.getByRole("button", { name: "Leave", exact: true }).waitFor();
  expect(refused).toEqual([]);
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page.getByRole("dialog", { name: "Leave budget" }).getByRole("button", { name: "Leave" }).click();
  await expectToast(page, "Budget left");
  await page.waitForURL((url) => !url.searchParams.has("budget"));
  expect(await (await maya.context.request.get("/api/shared-users")).json()).toEqual([]);
});

test("shows a budget as opened before the server knows", async () => {
  const { maya, ana } = await household("view_only");
  const { page } = ana;
  await page.goto("/goals");
  await page.getByRole("button", { name: /one is offered to you$/ }).waitFor();
  // Slow, so that the budget arrives after the list, which is read again.
  await page.route("**/api/**", async (route) => {
    if (await route.request().headerValue("x-budget-owner")) await wait(1_000);
    // The test may have ended by then.
    await route.continue().catch(() => {});
  });
  const rules = page.waitForResponse("**/api/rules");
  await page.goto(`/settings?budget=${maya.user.id}`);
  await rules;
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page.getByRole("dialog", { name: "Leave budget" }).waitFor();
});

test("offers what a permission permits", async () => {
  const { maya, ana, id } = await household("view_only");
  const { page } = ana;
  await holdBackground(page);
  await page.goto("/transactions?month=2024-12");
  await page.getByText("No transactions found").waitFor();
  await opened(page, "My budget").click();
  await page.getByRole("menuitem", { name: "Open Maya's budget" }).click();
  await page.getByRole("row").filter({ hasText: "Market" }).waitFor();
  // No page requests what a guest may not see.
  const refused: string[] = [];
  page.on("response", (reply) => void (reply.status() === 403 && refused.push(reply.url())));
  for (const [screen, title, name] of [
    ["Transactions", "Transactions", /Add Transaction|^Edit|^Delete/],
    ["Budget", "Budget Planning", /Add Category|Reset Actuals|^Edit|^Delete/],
    ["Goals", "Financial Goals", /Create/],
    ["Subscriptions", "Subscription Management", /^Add/],
  ] as const) {
    await screenLink(page, screen).click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await opened(page, "Maya's budget · view only").waitFor();
    await page.getByRole("main").getByRole("button", { name }).waitFor({ state: "detached" });
  }
  await page.getByRole("button", { name: "Quick entry" }).waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.getByRole("dialog", { name: "Quick entry" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  expect(refused).toEqual([]);
  await opened(page, "Maya's budget").click();
  await page.getByRole("menuitem", { name: "My budget" }).click();
  await page.getByRole("button", { name: /^Add/ }).first().waitFor();

  for (const [permission, label, offered] of [
    ["edit_transactions", "can edit transactions", { categories: false }],
    ["edit_categories", "can edit categories", { categories: true }],
  ] as const) {
    await share(maya, ana, permission);
    await page.goto(`/transactions?month=2024-12&budget=${maya.user.id}`);
    await page.getByRole("row").filter({ hasText: "Market" }).waitFor();
    await page.getByRole("button", { name: "Add Transaction" }).first().waitFor();
    for (const [screen, title, name, is] of [
      ["Budget", "Budget Planning", "Add Category", offered.categories],
      ["Budget", "Budget Planning", "Reset Actuals", offered.categories],
      ["Goals", "Financial Goals", "Create goal", false],
    ] as const) {
      await screenLink(page, screen).click();
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await opened(page, `Maya's budget · ${label}`).waitFor();
      const button = page.getByRole("button", { name }).first();
      await button.waitFor({ state: is ? "visible" : "detached" });
    }
  }

  await screenLink(page, "Transactions").click();
  await page.getByRole("row").filter({ hasText: "Market" }).waitFor();
  await maya.send("DELETE", `/api/shared-users/${id}`);
  await page.getByRole("button", { name: "Previous month" }).click();
  await expectToast(page, "Back to your own budget", "The budget you had open is no longer shared with you.");
  await page.waitForURL((url) => !url.searchParams.has("budget"));
  await page.getByRole("button", { name: "Add Transaction" }).waitFor();
  // Nothing of the other budget remains visible.
  await page.getByRole("button", { name: "Next month" }).click();
  await page.getByText("No transactions found").waitFor();
  await expect.poll(() => page.getByRole("row").filter({ hasText: "Market" }).count()).toBe(0);
});

test("shows both versions of what two people edit at once", async () => {
  const { maya, ana, id } = await household("full_access", { holdToasts: true });
  const { page } = ana;
  await holdBackground(page);
  await page.goto(`/transactions?month=2024-12&budget=${maya.user.id}`);
  const dialog = page.getByRole("dialog", { name: "Edit Transaction" });
  const edit = async (from: string, to: string) => {
    await page.getByRole("button", { name: `Edit ${from}` }).click();
    await dialog.getByLabel("Description").fill(to);
  };
  await edit("Market", "Market hall");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Transaction updated");
  await maya.page.goto("/transactions?month=2024-12");
  await maya.page.getByRole("row").filter({ hasText: "Market hall" }).waitFor();
  // The recipient's window reads again when it gains the focus.
  await maya.page.getByRole("button", { name: "Delete Bakery" }).click();
  await expectToast(maya.page, "Transaction deleted");
  await page.dispatchEvent("body", "visibilitychange");
  await page.getByRole("row").filter({ hasText: "Bakery" }).waitFor({ state: "detached" });

  const [food] = await (await maya.context.request.get("/api/categories")).json();
  const newest = async () =>
    (await (await maya.context.request.get("/api/transactions/search")).json()).rows[0];
  const market = await newest();
  const change = (amount: number, notes = "") =>
    maya.send("PUT", `/api/transactions/${market.id}`, {
      ...{
        description: "Market hall",
        date: "2024-12-03",
        type: "expense",
        categoryId: food.id,
        amount,
        notes,
      },
    });
  const row = (text: string) => page.getByRole("row").filter({ hasText: "Market" }).filter({ hasText: text });
  const editAmount = async (amount: string) => {
    await page.getByRole("button", { name: "Edit Market hall" }).click();
    await dialog.getByLabel("Amount").fill(amount);
    return dialog.getByRole("button", { name: "Save changes" });
  };
  const first = await editAmount("20");
  await change(13);
  await first.click();
  const question = page.getByRole("dialog", { name: "Changed meanwhile" });
  await question.getByRole("row").filter({ hasText: "Amount" }).getByText("$13.00").waitFor();
  await question.getByRole("row").filter({ hasText: "Amount" }).getByText("$20.00").waitFor();
  // Closed without an answer, the question leaves what was typed.
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  expect(await dialog.getByLabel("Amount").inputValue()).toBe("20.00");
  await first.click();
  await question.getByRole("button", { name: "Keep theirs" }).click();
  await row("-$13.00").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const second = await editAmount("21");
  await change(14, "With coupons");
  await second.click();
  await question.getByRole("button", { name: "Save mine" }).click();
  await expectToast(page, "Transaction updated");
  await row("-$21.00").waitFor();
  // The other person's changes to other fields stay.
  expect(await newest()).toMatchObject({ amount: 21, notes: "With coupons" });
  // A dialog shows a copy of the toast and its button.
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await change(15);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  const undo = page.getByRole("dialog", { name: "Changed since" });
  await undo.getByRole("row").filter({ hasText: "Amount" }).getByText("$15.00").waitFor();
  await undo.getByRole("button", { name: "Put mine back" }).click();
  await row("-$14.00").waitFor();

  const split = (amount: number) => ({
    description: "Drugstore",
    date: "2024-12-04",
    lines: [3, amount].map((own) => ({ type: "expense", categoryId: food.id, amount: own })),
  });
  const payment = await maya.send("POST", "/api/payments", split(4));
  await page.dispatchEvent("body", "visibilitychange");
  await edit("Drugstore", "Drugstore and baker");
  await maya.send("PUT", `/api/payments/${payment.id}`, split(5));
  await dialog.getByRole("button", { name: "Save changes" }).click();
  const lines = question.getByRole("row").filter({ hasText: "Lines" });
  await lines.getByText("Food $3.00, Food $5.00").waitFor();
  await lines.getByText("Food $3.00, Food $4.00").waitFor();
  await question.getByRole("button", { name: "Keep theirs" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row").filter({ hasText: "Drugstore" }).getByText("-$8.00").waitFor();

  await edit("Market hall", "Market square");
  await maya.send("DELETE", `/api/shared-users/${id}`);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Back to your own budget");
  await page.waitForURL((url) => !url.searchParams.has("budget"));
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("No transactions found").waitFor();
});

test("shows a partner's changes while the screen is open", async () => {
  const { maya, ana } = await household("edit_transactions");
  const { page } = maya;
  const [food] = await (await maya.context.request.get("/api/categories")).json();
  const enter = async (description: string) => {
    const reply = await ana.context.request.post("/api/transactions", {
      headers: { "x-budget-owner": String(maya.user.id) },
      data: { description, amount: 5, date: "2024-12-04", type: "expense", categoryId: food.id },
    });
    expect(reply.status()).toBe(201);
  };
  let checks = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/activity") checks += 1;
  });
  const row = (text: string) => page.getByRole("row").filter({ hasText: text });
  const show = (state: "visible" | "hidden") =>
    page.evaluate(`Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"))`);
  await page.clock.install();
  await page.goto("/transactions?month=2024-12");
  await row("Market").waitFor();
  const first = page.waitForResponse(/\/api\/activity/);
  await page.clock.fastForward(4_000);
  await first;
  await enter("Butcher");
  await page.clock.fastForward(10_000);
  await row("Butcher").getByText("Just changed by AS").waitFor();
  await expectToast(page, "Ana added Butcher, $5.00, of Dec 4, 2024", "Just now, after 1 other change");
  await row("Market").getByText("Entered by MS").waitFor();
  await show("hidden");
  const checksInSight = checks;
  await enter("Cinema");
  await page.clock.fastForward(60_000);
  expect(checks).toBe(checksInSight);
  await show("visible");
  await row("Cinema").waitFor();
  await page.getByLabel("Person").selectOption("Ana Stone");
  await row("Market").waitFor({ state: "detached" });
  await row("Cinema").waitFor();

  await screenLink(page, "Goals").click();
  await page.getByRole("heading", { name: "Financial Goals" }).waitFor();
  await enter("Florist");
  await screenLink(page, "Transactions").click();
  await row("Florist").waitFor();

  // Months that could not be read offline arrive with the connection.
  await maya.context.setOffline(true);
  await page.getByRole("button", { name: "Previous month" }).click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await maya.context.setOffline(false);
  await page.getByText("No transactions found").waitFor();
});

test("reads an unshared budget only once", async () => {
  const { ana } = await household("view_only");
  const { page, context, category, transaction } = ana;
  const food = await category("Food");
  await transaction(food, "Market", 12, "2024-12-03");
  await transaction(food, "Florist", 20, "2024-12-04");
  const reads: string[] = [];
  await page.clock.install();
  await page.goto("/transactions?month=2024-12");
  await page.getByRole("row").filter({ hasText: "Market" }).waitFor();
  page.on("request", (request) => reads.push(new URL(request.url()).pathname));
  await page.dispatchEvent("body", "visibilitychange");
  await screenLink(page, "Goals").click();
  await page.getByRole("heading", { name: "Financial Goals" }).waitFor();
  await screenLink(page, "Transactions").click();
  await page.getByRole("row").filter({ hasText: "Market" }).waitFor();
  expect(reads).not.toContain("/api/transactions");
  // The reply for the month says that nobody shares the budget.
  expect(reads).not.toContain("/api/shared-users");

  // Except for changes in another tab of the browser.
  await page.clock.fastForward(4_000);
  const { page: tab } = await openPage(context);
  await tab.goto("/transactions?month=2024-12");
  await tab.getByRole("button", { name: "Delete Market" }).click();
  await page.getByRole("row").filter({ hasText: "Market" }).waitFor({ state: "detached" });

  // Changes in a budget that is not open arrive too.
  await opened(page, "My budget").click();
  await page.getByRole("menuitem", { name: "Open Maya's budget" }).click();
  await page.getByRole("row").filter({ hasText: "Bakery" }).waitFor();
  await tab.getByRole("button", { name: "Delete Florist" }).click();
  await expectToast(tab, "Transaction deleted");
  await opened(page, "Maya's budget").click();
  await page.getByRole("menuitem", { name: "My budget" }).click();
  await page.getByText("No transactions found").waitFor();
});

/** The budget switcher, which says whose budget is open and what the person may do there. */
const opened = (page: Page, budget: string) =>
  page.getByRole("button", { name: `Open budget: ${budget}` }).filter({ visible: true });

test("asks whose currency to change when others see the budget", async () => {
  const { maya, ana } = await household("member");
  await ana.page.goto(`/transactions?budget=${maya.user.id}&month=2024-12`);
  await ana.page
    .getByRole("row", { name: /Market/ })
    .filter({ hasText: "-$12.00" })
    .waitFor();
  await maya.page.goto("/settings");
  const choose = async (currency: string, answer: string) => {
    await maya.page.getByLabel("Currency").selectOption(currency);
    await maya.page.getByRole("dialog").getByRole("button", { name: answer }).click();
    await expectToast(maya.page, "Preferences updated");
  };
  await choose("EUR", "This budget, for everybody");
  await expect.poll(() => maya.page.getByLabel("Currency").inputValue()).toBe("EUR");
  await choose("JPY", "A budget of my own");
  for (const { page } of [maya, ana]) {
    await page.goto(`/transactions?budget=${maya.user.id}&month=2024-12`);
    await page
      .getByRole("row", { name: /Market/ })
      .filter({ hasText: "-€12.00" })
      .waitFor();
  }
  await ana.page.goto("/transactions?month=2024-12");
  await ana.page.getByText("No transactions found").waitFor();
  await ana.page.keyboard.press("n");
  await ana.page.getByRole("dialog").locator(".input-prefix", { hasText: "$" }).waitFor();
});
