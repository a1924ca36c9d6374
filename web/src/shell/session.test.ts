import { expect, test } from "vitest";
import { newcomer } from "../../test/newcomer.ts";
import { toast } from "../../test/person.ts";

test("a session that ended meanwhile leads to the sign-in, and from there back", async () => {
  const { page, context, person } = await newcomer();
  await page.goto("/budget?month=2024-12");
  await page.getByText("No expense categories found").waitFor();
  // A call still under way would end the session before the click does, as would one that a pointer's approach makes.
  await page.waitForLoadState("networkidle");
  await context.clearCookies();
  await page.getByRole("button", { name: "Next month" }).dispatchEvent("click");
  await toast(page, "Signed out", "Your session has ended. Please sign in again.");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Budget Planning" }).waitFor();
  await page.getByRole("group", { name: "Month" }).getByText("January 2025").waitFor();
});

test("signing out in one tab ends the other, with its open dialog", async () => {
  const { page, context, category } = await newcomer();
  await category("Food");
  await page.goto("/transactions");
  await page.getByRole("button", { name: "Add Transaction" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Transaction" });
  await dialog.getByLabel("Description").fill("Market");
  await dialog.getByLabel("Amount").fill("12");
  await dialog.getByLabel("Category").selectOption("Food");

  const other = await context.newPage();
  await other.goto("/");
  await other.getByRole("banner").getByRole("button", { name: /^Maya/ }).click();
  await other.getByRole("menuitem", { name: "Log out" }).click();
  await toast(other, "Logged out", "You have been successfully logged out");
  await other.getByRole("heading", { name: "Sign in" }).waitFor();

  await dialog.getByRole("button", { name: "Add Transaction" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await toast(page, "Signed out");
  expect(await dialog.count()).toBe(0);
});

test("a session that has run out is asked for once, not at every visit", async () => {
  const { page, context } = await newcomer();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await context.clearCookies({ name: "session" });
  await page.goto("/");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(asked).toContain("/api/user");
  asked.length = 0;
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(asked).not.toContain("/api/user");
});

test("a sign-out that fails leaves one signed in, and says so", async () => {
  const { page } = await newcomer();
  await page.route("**/api/logout", (route) => route.abort());
  await page.goto("/goals");
  await page.getByRole("banner").getByRole("button", { name: /^Maya/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await toast(page, "Logout failed");
  await page.getByRole("heading", { name: "Financial Goals" }).waitFor();
});

test("after signing out, the back button shows nothing of the account", async () => {
  const { page } = await newcomer();
  await page.goto("/goals");
  await page.getByRole("heading", { name: "Financial Goals" }).waitFor();
  await page.getByRole("link", { name: "Settings", exact: true }).filter({ visible: true }).first().click();
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  await page.getByRole("banner").getByRole("button", { name: /^Maya/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});
