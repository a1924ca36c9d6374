import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWindow } from "../../../test/browser.ts";
import {
  ANA,
  expectToast,
  messageBeside,
  newUser,
  signInThroughApi,
  verifyEmail,
} from "../../../test/fixtures.ts";

/** One session for all: an account's eleventh session ends its oldest, which may be another test's. */
let ana: BrowserContext;
beforeAll(async () => {
  ana = await openWindow();
  await signInThroughApi(ana, ANA);
});
afterAll(() => ana.close());

async function administrator() {
  const window = await newUser("Olga");
  await verifyEmail(window);
  const data = { userId: window.user.id, isAdmin: true };
  const headers = { "sec-fetch-site": "same-origin" };
  const reply = await ana.request.post("/api/admin/set-admin", { data, headers });
  expect(reply.ok(), await reply.text()).toBe(true);
  return window;
}

test("redirects everybody but administrators to the dashboard", async () => {
  const { page } = await newUser("Maya");
  await page.goto("/admin");
  await expectToast(page, "Access Denied", "You don't have admin privileges.");
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("banner").getByRole("button", { name: /^Maya/ }).click();
  await page.getByRole("menuitem", { name: "Profile & Settings" }).waitFor();
  await expect.poll(() => page.getByRole("menuitem", { name: "Admin Dashboard" }).count()).toBe(0);
});

test("makes another user an administrator and back, never oneself, and deletes their account", async () => {
  const { page, person: self } = await administrator();
  const other = await newUser("Ana");
  const { page: theirs, person } = other;
  await verifyEmail(other);
  await page.goto("/admin?view=users");
  await page.getByLabel("Search users").fill(self.email);
  const own = page.getByRole("row").filter({ hasText: self.email }).getByRole("button");
  await expect.poll(() => own.isDisabled()).toBe(true);
  await expect.poll(() => own.getAttribute("title")).toBe("Cannot change your own admin status");

  await page.getByLabel("Search users").fill(person.email);
  const row = page.getByRole("row").filter({ hasText: person.email });
  await page.route("**/api/admin/set-admin", (route) => route.abort(), { times: 1 });
  await row.getByRole("button", { name: "Make Admin" }).click();
  await expectToast(page, "Error", "Failed to update admin status");
  await row.getByRole("button", { name: "Make Admin" }).click();
  await expectToast(page, "Admin status updated", "User admin status was updated successfully.");
  await row.getByText("Admin", { exact: true }).waitFor();
  await theirs.goto("/admin");
  await theirs.getByRole("heading", { name: "Admin Dashboard" }).waitFor();

  await row.getByRole("button", { name: "Remove Admin" }).click();
  await row.getByText("User", { exact: true }).waitFor();
  await theirs.reload();
  await expectToast(theirs, "Access Denied", "You don't have admin privileges.");

  await row.getByRole("button", { name: "More for Ana Stone" }).click();
  await page.getByRole("menuitem", { name: "Delete account" }).click();
  const question = page.getByRole("dialog", { name: "Delete account" });
  await question.getByText(/is signed out and told by email\. Signing in within seven days/).waitFor();
  await question.getByRole("button", { name: "Delete account" }).click();
  await row.getByText(/^Leaves on /).waitFor();
  await theirs.reload();
  await theirs.waitForURL((url) => url.pathname === "/auth");
});

test("sends a mail from a template to one user after a preview", async () => {
  const { page } = await administrator();
  const { person } = await newUser("Ana");
  await page.goto("/admin?view=emails");
  await page.getByRole("button", { name: "Send Email" }).click();
  await expectToast(page, "Missing information", "Please provide both subject and content.");
  await expect.poll(() => messageBeside(page.getByLabel("Subject"))).toBe("Subject is required");

  await page.getByLabel("Template", { exact: true }).selectOption("Welcome");
  await page.getByLabel("Recipient").selectOption({ label: `${person.email} (Ana Stone)` });
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText(person.email).waitFor();
  await page
    .frameLocator("iframe[title='Email preview']")
    .getByRole("heading", { name: "Welcome to Coffer, Ana" })
    .waitFor();
  await page.getByLabel("Subject").fill("   ");
  await page.getByRole("button", { name: "Send Email" }).click();
  await expectToast(page, "Missing information", "Please provide both subject and content.");
  await page.getByLabel("Subject").fill("Hello {{firstName}}");
  await page.getByRole("button", { name: "Send Email" }).click();
  await expectToast(page, "Email sent", "Email was sent successfully.");
  await page.getByText("1 of 1 sent").waitFor();
  await page.getByText("Select a template or write your email to see the preview").waitFor();
});

test("asks before a mail to all users, with their number, and keeps it where it could not be sent", async () => {
  const { page } = await administrator();
  let sent = 0;
  await page.route("**/api/admin/email", (route) => {
    sent++;
    return route.abort();
  });
  await page.goto("/admin?view=emails");
  await page.getByLabel("Subject").fill("Hello");
  await page.getByLabel("HTML Content").fill("<p>News</p>");
  await page.getByRole("button", { name: "Send Email" }).click();
  const question = page.getByRole("dialog", { name: "Send to all users" });
  await question.getByText(/“Hello” goes to \d+ people\. (Nobody is|1 other has|\d+ others have) /).waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  expect(sent).toBe(0);
  await page.getByRole("button", { name: "Send Email" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Send to \d+ people$/ })
    .click();
  await expectToast(page, "Error", "Failed to send email");
  await expect.poll(() => page.getByLabel("HTML Content").inputValue()).toBe("<p>News</p>");
});

test("shows an administrator the statistics, and leads away one who is revoked while on the page", async () => {
  const [olga, other] = [await administrator(), await administrator()];
  await olga.page.goto("/goals");
  await olga.page.getByRole("banner").getByRole("button", { name: /^Olga/ }).click();
  await olga.page.getByRole("menuitem", { name: "Admin Dashboard" }).click();
  await olga.page.locator(".stat", { hasText: "Total Users" }).getByText(/^\d+$/).waitFor();
  await olga.page
    .locator(".stat", { hasText: "Email Rate" })
    .getByText(/^\d+%$/)
    .waitFor();
  await olga.page.getByRole("tab", { name: "User Management" }).waitFor();
  await other.send("POST", "/api/admin/set-admin", { userId: olga.user.id, isAdmin: false });
  await olga.page.getByRole("tab", { name: "User Management" }).click();
  await expectToast(olga.page, "Access Denied", "You don't have admin privileges.");
  await olga.page.waitForURL((url) => url.pathname === "/");
});
