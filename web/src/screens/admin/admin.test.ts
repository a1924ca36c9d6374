import { beforeAll, expect, test } from "vitest";
import {
  ANA,
  expectToast,
  failOnce,
  messageBeside,
  openScreen,
  openUser,
  openVisitor,
  signInThroughApi,
  verifyEmail,
} from "../../../test/fixtures.ts";

type Opened = Awaited<ReturnType<typeof openUser>>;

/** The demo household's administrator, an administrator whose page all tests use, and an ordinary user. */
let ana: Awaited<ReturnType<typeof openVisitor>>;
let olga: Opened;
let maya: Opened;
beforeAll(async () => {
  [ana, olga, maya] = await Promise.all([openVisitor(), openUser("Olga"), openUser("Maya")]);
  await signInThroughApi(ana.context, ANA);
  await Promise.all([verifyEmail(olga), verifyEmail(maya)]);
  await setAdmin(olga, true);
  await olga.page.goto("/goals");
  return async () => {
    for (const window of [ana, olga, maya]) await window.close();
  };
});

const setAdmin = ({ user }: Opened, isAdmin: boolean) =>
  ana.send("POST", "/api/admin/set-admin", { userId: user.id, isAdmin });

test("redirects everybody but administrators to the dashboard", async () => {
  const { page } = maya;
  await page.goto("/admin");
  await expectToast(page, "Access Denied", "You don't have admin privileges.");
  await page.waitForURL((url) => url.pathname === "/");
  await openScreen(page, "/goals");
  await page.getByRole("banner").getByRole("button", { name: /^Maya/ }).click();
  await page.getByRole("menuitem", { name: "Profile & Settings" }).waitFor();
  await expect.poll(() => page.getByRole("menuitem", { name: "Admin Dashboard" }).count()).toBe(0);
});

test("sends a mail from a template to one user after a preview", async () => {
  const { page } = olga;
  const { person } = maya;
  await openScreen(page, "/admin?view=emails");
  await page.getByRole("button", { name: "Send Email" }).click();
  await expectToast(page, "Missing information", "Please provide both subject and content.");
  await expect.poll(() => messageBeside(page.getByLabel("Subject"))).toBe("Subject is required");

  await page.getByLabel("Template", { exact: true }).selectOption("Welcome");
  // Only the newest fifty are offered; a search appears if there are more.
  const search = page.getByLabel("Find a person");
  await search
    .or(page.getByRole("option", { name: person.email }))
    .first()
    .waitFor({ state: "attached" });
  if (await search.isVisible()) await search.fill(person.email);
  await page.getByLabel("Recipient").selectOption({ label: `${person.email} (Maya Stone)` });
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText(person.email).waitFor();
  await page
    .frameLocator("iframe[title='Email preview']")
    .getByRole("heading", { name: "Welcome to Coffer, Maya" })
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

test("asks before a mail to all users", async () => {
  const { page } = olga;
  let sent = 0;
  await page.route("**/api/admin/email", (route) => {
    sent++;
    return route.abort();
  });
  await openScreen(page, "/admin?view=emails");
  await page.getByLabel("Subject").fill("Hello");
  await page.getByLabel("HTML Content").fill("<p>News</p>");
  await page.getByRole("button", { name: "Send Email" }).click();
  const question = page.getByRole("dialog", { name: "Send to all users" });
  await question
    .getByText(/“Hello” goes to \d+ people\. (Nobody has|1 other has|\d+ others have) /)
    .waitFor();
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
  await page.unroute("**/api/admin/email");
});

test("makes another user an administrator", async () => {
  const { page, person: self } = olga;
  const { page: theirs, person } = maya;
  await openScreen(page, "/admin?view=users");
  await page.getByLabel("Search users").fill(self.email);
  const own = page.getByRole("row").filter({ hasText: self.email }).getByRole("button");
  await expect.poll(() => own.isDisabled()).toBe(true);
  await expect.poll(() => own.getAttribute("title")).toBe("Cannot change your own admin status");

  await page.getByLabel("Search users").fill(person.email);
  const row = page.getByRole("row").filter({ hasText: person.email });
  await failOnce(page, "POST", "**/api/admin/set-admin", "cut");
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

  await row.getByRole("button", { name: "More for Maya Stone" }).click();
  await page.getByRole("menuitem", { name: "Delete account" }).click();
  const question = page.getByRole("dialog", { name: "Delete account" });
  await question.getByText(/is logged out and notified by email\. Signing in within 7 days/).waitFor();
  await question.getByRole("button", { name: "Delete account" }).click();
  await row.getByText(/^Leaves on /).waitFor();
  await theirs.reload();
  await theirs.waitForURL((url) => url.pathname === "/auth");
});

test("redirects an administrator who is revoked while on the page", async () => {
  await setAdmin(olga, true);
  await olga.page.goto("/goals");
  const loading = Promise.withResolvers<void>();
  await olga.page.route("**/api/admin/stats", async (route) => {
    await loading.promise;
    await route.continue();
  });
  await olga.page.getByRole("banner").getByRole("button", { name: /^Olga/ }).click();
  await olga.page.getByRole("menuitem", { name: "Admin Dashboard" }).click();
  const emailRate = olga.page.locator(".stat", { hasText: "Email Rate" });
  await emailRate.waitFor();
  expect(await emailRate.textContent()).toBe("Email Rate0%");
  loading.resolve();
  await olga.page.locator(".stat", { hasText: "Total Users" }).getByText(/^\d+$/).waitFor();
  await emailRate.getByText(/^\d+%$/).waitFor();
  await olga.page.getByRole("tab", { name: "User Management" }).waitFor();
  await setAdmin(olga, false);
  await olga.page.getByRole("tab", { name: "User Management" }).click();
  await expectToast(olga.page, "Access Denied", "You don't have admin privileges.");
  await olga.page.waitForURL((url) => url.pathname === "/");
});
