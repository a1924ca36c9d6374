import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectToast, failOnce, holdBackground, navigate, newUser } from "../../test/fixtures.ts";

/** Ends the session as if it had expired or had been ended elsewhere. */
const endSession = (page: Page) => page.context().clearCookies({ name: /^session-\d+$/ });

/** Signs in over the page, which is hidden and inert until then. */
async function signInAgain(page: Page, password: string): Promise<void> {
  const question = page.getByRole("dialog", { name: "Sign in again" });
  await question.getByLabel("Password", { exact: true }).fill(password);
  await question.getByRole("button", { name: "Continue" }).click();
  await question.waitFor({ state: "hidden" });
}

test("asks for the password over a half-filled form when the session has ended", async () => {
  const { page, person, category } = await newUser();
  await category("Food");
  await holdBackground(page);
  await page.goto("/transactions?month=2024-12");
  await page.getByRole("button", { name: "Add Transaction" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Transaction" });
  await dialog.getByLabel("Description").fill("Market");
  await dialog.getByLabel("Amount").fill("12");
  await dialog.getByLabel("Category").selectOption("Food");
  await dialog.getByLabel("Date").fill("2024-12-03");
  await endSession(page);
  await dialog.getByRole("button", { name: "Add Transaction" }).click();
  const question = page.getByRole("dialog", { name: "Sign in again" });
  await question.getByText(person.email).waitFor();
  const backdrop = "getComputedStyle(document.querySelector('dialog[data-covering=true]'), '::backdrop')";
  expect(await page.evaluate(`${backdrop}.backgroundColor`)).not.toMatch(/rgba|\/|transparent/);
  await question.getByLabel("Password", { exact: true }).fill("not the password");
  await question.getByRole("button", { name: "Continue" }).click();
  await question.getByText("Invalid email or password").waitFor();
  // Escape also asks first.
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Leave this page?" }).getByRole("button", { name: "Stay" }).click();
  await signInAgain(page, person.password);
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("row").filter({ hasText: "Market" }).waitFor();
});

test("continues loading after the password is entered", async () => {
  const { page, person } = await newUser();
  await holdBackground(page);
  await page.goto("/budget?month=2024-12");
  await page.getByText("No expense categories found").waitFor();
  await endSession(page);
  // A click would hover first, and the prefetch would already end the session.
  await page.getByRole("button", { name: "Next month" }).dispatchEvent("click");
  await signInAgain(page, person.password);
  await page.getByRole("group", { name: "Month" }).getByText("January 2025").waitFor();
  await page.getByText("No expense categories found").waitFor();

  await endSession(page);
  await page.getByRole("button", { name: "Next month" }).dispatchEvent("click");
  await page
    .getByRole("dialog", { name: "Sign in again" })
    .getByRole("button", { name: "Somebody else" })
    .click();
  await page.getByRole("dialog", { name: "Leave this page?" }).getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(new URL(page.url()).search).toBe("");
});

test("starts at the sign-in without a session", async () => {
  const { page, context, person } = await newUser();
  await context.clearCookies();
  await page.goto("/budget?month=2024-12");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Budget Planning" }).waitFor();
  await page.getByRole("group", { name: "Month" }).getByText("December 2024").waitFor();

  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await endSession(page);
  await page.goto("/");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(requests).toContain("/api/user");
  requests.length = 0;
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(requests).not.toContain("/api/user");

  // Only the exact path is a screen.
  await navigate(page, "/Budget");
  await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
});

test("keeps the session when a read sent before its renewal is refused", async () => {
  const { page, category } = await newUser();
  await category("Food");
  await holdBackground(page);
  await page.goto("/goals");
  await page.getByRole("heading", { name: "Goals", level: 1 }).waitFor();
  await failOnce(page, "GET", "**/api/categories", { status: 401, json: { message: "Unauthorized" } });
  await navigate(page, "/budget?month=2024-12");
  await page.getByText("Food").filter({ visible: true }).first().waitFor();
});

/** Types into the page of Settings; returns the button that sends it. */
async function fillNewPassword(page: Page, person: { password: string }): Promise<Locator> {
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Change Password" });
  await dialog.getByLabel("Current password").fill(person.password);
  await dialog.getByLabel("New password", { exact: true }).fill("a new password");
  await dialog.getByLabel("Confirm new password").fill("a new password");
  return dialog.getByRole("button", { name: "Change password" });
}

test("stays signed in in another tab while a new password replaces the session", async () => {
  const { page, context, person, category } = await newUser();
  await category("Food");
  await holdBackground(page);
  await page.goto("/settings");
  const other = await context.newPage();
  await other.goto("/goals");
  await other.getByRole("heading", { name: "Goals", level: 1 }).waitFor();
  const changePassword = await fillNewPassword(page, person);

  // Until the new cookie comes, the server refuses requests with the old one.
  let isExchanged = false;
  let refused = 0;
  await other.route("**/api/**", async (route) => {
    if (isExchanged) return route.fallback();
    refused++;
    await route.fulfill({ status: 401, json: { message: "Unauthorized" } });
  });
  const arrived = Promise.withResolvers<void>();
  const cookie = Promise.withResolvers<void>();
  await page.route("**/api/user/change-password", async (route) => {
    arrived.resolve();
    await cookie.promise;
    await route.continue();
  });
  await changePassword.click();
  await arrived.promise;
  await navigate(other, "/budget?month=2024-12");
  await expect.poll(() => refused).toBeGreaterThan(0);
  isExchanged = true;
  cookie.resolve();
  await expectToast(page, "Password updated");
  await other.getByText("Food").filter({ visible: true }).first().waitFor();
});

test("stays signed in without locks, over plain HTTP, while a new password replaces the session", async () => {
  const { page, person } = await newUser();
  await page.addInitScript("delete Navigator.prototype.locks");
  await holdBackground(page);
  await page.goto("/settings");
  const changePassword = await fillNewPassword(page, person);
  const cookie = Promise.withResolvers<void>();
  let isExchanged = false;
  let refused = 0;
  await page.route("**/api/**", async (route) => {
    if (route.request().url().endsWith("/change-password")) await cookie.promise;
    if (isExchanged) return route.fallback();
    refused++;
    await route.fulfill({ status: 401, json: { message: "Unauthorized" } });
  });
  await changePassword.click();
  // Some seconds after it has opened, the page begins to read again what others may change.
  const show = 'document.dispatchEvent(new Event("visibilitychange"))';
  await expect.poll(() => page.evaluate(show).then(() => refused)).toBeGreaterThan(0);
  isExchanged = true;
  cookie.resolve();
  await expectToast(page, "Password updated");
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
});

test("shows the 404 page inside the shell to signed-in users", async () => {
  const { page } = await newUser();
  const answer = await page.goto("/nothing/here");
  expect(answer?.status()).toBe(404);
  await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
  await page
    .getByRole("link", { name: "Transactions", exact: true })
    .filter({ visible: true })
    .first()
    .click();
  await page.waitForURL("**/transactions**");
});

test("stays signed in when the sign-out fails", async () => {
  const { page, context, category } = await newUser();
  await category("Food");
  await holdBackground(page);
  await page.goto("/transactions");
  await page.getByRole("button", { name: "Add Transaction" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Transaction" });
  await dialog.getByLabel("Description").fill("Market");
  await dialog.getByLabel("Amount").fill("12");
  await dialog.getByLabel("Category").selectOption("Food");

  const other = await context.newPage();
  await other.goto("/goals");
  await other.getByRole("heading", { name: "Financial Goals" }).waitFor();
  await other.getByRole("link", { name: "Settings", exact: true }).filter({ visible: true }).first().click();
  await other.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await other.getByRole("banner").getByRole("button", { name: /^Maya/ }).click();
  await failOnce(other, "POST", "**/api/logout", "cut");
  await other.getByRole("menuitem", { name: "Log out" }).click();
  await expectToast(other, "Logout failed");
  await other.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await other.getByRole("banner").getByRole("button", { name: /^Maya/ }).click();
  await other.getByRole("menuitem", { name: "Log out" }).click();
  await expectToast(other, "Logged out", "You have been successfully logged out");
  await other.getByRole("heading", { name: "Sign in" }).waitFor();
  // The next user does not start on this user's page.
  expect(new URL(other.url()).search).toBe("");
  await other.goBack();
  await other.getByRole("heading", { name: "Sign in" }).waitFor();

  await expectToast(page, "Logged out");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
});

test("does not ask for the password when a read is refused during the sign-out", async () => {
  const { page } = await newUser();
  await holdBackground(page);
  await page.goto("/goals");
  await page.getByRole("heading", { name: "Financial Goals" }).waitFor();
  const question = page.getByRole("dialog", { name: "Sign in again" });
  await page.route("**/api/logout", async (route) => {
    const response = await route.fetch();
    await navigate(page, "/budget?month=2024-12");
    await question.waitFor();
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: /, account$/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expectToast(page, "Logged out");
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  await question.waitFor({ state: "detached" });
});
