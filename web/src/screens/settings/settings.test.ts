import { beforeAll, expect, inject, test } from "vitest";
import {
  expectToast,
  failOnce,
  messageBeside,
  newUserDetails,
  newVisitor,
  openScreen,
  openUser,
  signInThroughApi,
} from "../../../test/fixtures.ts";

/** One user and page for all tests, since loading is slow. */
let user: Awaited<ReturnType<typeof openUser>>;
beforeAll(async () => {
  user = await openUser();
  await user.page.goto("/settings");
  return user.close;
});

test("removes a share after a confirmation", async () => {
  const { page, person } = user;
  await openScreen(page, "/settings");
  const sharing = page.getByRole("region", { name: "Budget Sharing" });
  const email = sharing.getByLabel("Email");
  await sharing.getByText("No budget shares").waitFor();
  await expect.poll(() => sharing.getByRole("radio", { name: /^View only/ }).isChecked()).toBe(true);
  await email.fill(person.email);
  await sharing.getByRole("button", { name: "Share" }).click();
  await expectToast(page, "Failed to share budget", "You cannot share your budget with yourself");
  await expect.poll(() => email.inputValue()).toBe(person.email);

  const friend = newUserDetails("Ana");
  await email.fill(friend.email);
  await sharing.getByRole("radio", { name: /^Can edit/ }).check();
  await sharing.getByRole("button", { name: "Share" }).click();
  await expectToast(page, "Budget shared successfully", `Budget shared with ${friend.email}.`);
  await expect.poll(() => email.inputValue()).toBe("");
  await expect.poll(() => sharing.getByRole("radio", { name: /^View only/ }).isChecked()).toBe(true);
  const entry = sharing.getByRole("listitem").filter({ hasText: friend.email });
  await entry.getByText("Can edit").waitFor();
  await entry.getByText("Not mailed yet: verify your own email address first.").waitFor();

  await entry.getByRole("button", { name: "Remove" }).click();
  const confirm = page.getByRole("dialog", { name: "Remove Share" });
  await confirm.getByText("Are you sure you want to remove this user's access to your budget?").waitFor();
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await entry.getByRole("button", { name: "Remove" }).click();
  await failOnce(page, "DELETE", "**/api/shared-users/*", "cut");
  await confirm.getByRole("button", { name: "Remove" }).click();
  await expectToast(page, "Error", "Failed to remove share");
  await confirm.getByRole("button", { name: "Remove" }).click();
  await expectToast(page, "Share removed", "Budget share has been removed successfully.");
  await sharing.getByText("No budget shares").waitFor();

  await page.route("**/api/shared-users", (route) => route.fulfill({ status: 500, body: "" }));
  // The reply for the month contains them too.
  await page.route("**/api/month?*", (route) => route.fulfill({ status: 500, body: "" }));
  await page.reload();
  await sharing.getByText("Failed to fetch shared users").waitFor();
  await page.unroute("**/api/shared-users");
  await sharing.getByRole("button", { name: "Try again" }).click();
  await sharing.getByText("No budget shares").waitFor();
  await page.unroute("**/api/month?*");
});

test("restores a preference that the server refuses", async () => {
  const { page } = user;
  await page.route(/preferences$/, (route) => route.abort());
  await openScreen(page, "/settings");
  const summary = page.getByRole("switch", { name: "Daily Email Summary" });
  await page.getByText("Daily Email Summary", { exact: true }).click();
  await expectToast(page, "Failed to update preferences");
  await expect.poll(() => summary.isChecked()).toBe(false);
  await page.getByLabel("Currency").selectOption("EUR");
  await expectToast(page, "Failed to update preferences");
  await expect.poll(() => page.getByLabel("Currency").inputValue()).toBe("USD");
  await page.unroute(/preferences$/);
});

test("keeps preferences after a reload", async () => {
  const { page } = user;
  await openScreen(page, "/settings");
  const summary = page.getByRole("switch", { name: "Daily Email Summary" });
  await page.getByText("Daily Email Summary", { exact: true }).click();
  await expectToast(page, "Preferences updated");
  await page.getByLabel("Time", { exact: true }).fill("07:30");
  await page.getByLabel("Time", { exact: true }).blur();
  await expectToast(page, "Preferences updated", "Your email notification preferences have been saved.");
  await page.getByLabel("How often").selectOption("Every week");
  await expectToast(page, "Preferences updated", "Your email notification preferences have been saved.");
  await page.getByLabel("On", { exact: true }).selectOption("Sunday");
  await expectToast(page, "Preferences updated", "Your email notification preferences have been saved.");
  await page.getByLabel("Time zone", { exact: true }).selectOption("Europe/Paris");
  // Both controls show the same value.
  await expect.poll(() => page.getByLabel("Global Time Zone").inputValue()).toBe("Europe/Paris");
  await expectToast(page, "Preferences updated");
  await page.getByRole("button", { name: "Save Email Preferences" }).click();
  await expectToast(page, "Preferences updated", "Your email notification preferences have been saved.");
  await page.getByRole("button", { name: "Save Time Zone Settings" }).click();
  await expectToast(page, "Preferences updated");
  const saved = await (await user.context.request.get("/api/user")).json();
  expect(saved).toMatchObject({ timeZone: "Europe/Paris", frequency: "weekly", weekday: 0 });
  for (const name of ["Notifications", "AI Budget Recommendations"]) {
    await page.locator("label", { hasText: name }).filter({ visible: true }).first().click();
    await expectToast(page, "Preferences updated");
  }
  await page.getByLabel("Currency").selectOption("CHF");
  await expectToast(page, "Preferences updated");

  await page.reload();
  await expect.poll(() => page.getByLabel("Time", { exact: true }).inputValue()).toBe("07:30");
  await expect.poll(() => page.getByLabel("Global Time Zone").inputValue()).toBe("Europe/Paris");
  await expect.poll(() => summary.isChecked()).toBe(true);
  await expect
    .poll(() => page.getByRole("switch", { name: "Notifications", exact: true }).isChecked())
    .toBe(false);
  await expect
    .poll(() => page.getByRole("switch", { name: "AI Budget Recommendations" }).isChecked())
    .toBe(false);
  await openScreen(page, "/subscriptions");
  await page.locator(".stat", { hasText: "Monthly Cost" }).getByText("CHF 0.00").waitFor();
});

test("opens a section by its address", async () => {
  const { page } = user;
  await openScreen(page, "/settings");
  const sections = page.getByRole("navigation", { name: "Sections" });
  await sections.getByRole("link", { name: "Appearance" }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.reload({ waitUntil: "domcontentloaded" });
  const scheme = "getComputedStyle(document.documentElement).colorScheme";
  expect(await page.evaluate(scheme)).toBe("dark");
  await sections.getByRole("link", { name: "Appearance" }).and(page.locator("[aria-current]")).waitFor();
  await page.getByRole("radio", { name: "System" }).check();
  await expect.poll(() => page.evaluate(scheme)).toBe("light dark");
});

test("scrolls to the section of an address that is opened directly", async () => {
  const { page } = user;
  for (const [section, title] of [
    ["security", "Security"],
    ["preferences", "Preferences"],
    ["data", "Your data"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`/settings#${section}`);
    const card = page.getByRole("heading", { name: title, level: 2 });
    await expect.poll(async () => (await card.boundingBox())?.y).toBeLessThan(220);
    await expect.poll(async () => (await card.boundingBox())?.y).toBeGreaterThan(0);
  }
});

test("signs other devices out", async () => {
  const { page, context, person, send } = user;
  const { page: phone, context: elsewhere } = await newVisitor();
  const browsers = { chromium: "Chrome", firefox: "Firefox", webkit: "Safari" };
  const thisBrowser = `${browsers[inject("browserEngine")]} on Linux`;
  await send("DELETE", "/api/sessions");
  const expectSignedOut = async () => {
    await phone.goto("/settings");
    await phone.getByRole("heading", { name: "Sign in" }).waitFor();
  };
  await signInThroughApi(elsewhere, person);
  await signInThroughApi(elsewhere, person);
  await page.goto("/settings");
  const devices = page.getByRole("region", { name: "Devices" });
  const entries = devices.getByRole("listitem");
  await entries.filter({ hasText: "This device" }).getByText(thisBrowser).waitFor();
  await expect.poll(() => entries.count()).toBe(3);
  const other = entries.filter({ hasNotText: "This device" }).first();
  await other.getByRole("button", { name: "Log out" }).click();
  await expectToast(page, "Device logged out", `${thisBrowser} is logged out.`);
  await expect.poll(() => entries.count()).toBe(2);
  await devices.getByRole("button", { name: "Log out all other devices" }).click();
  await expectToast(page, "Other devices logged out", "You are signed in on this device only.");
  await devices.getByText("You are signed in on this device only.").waitFor();
  await expectSignedOut();

  await signInThroughApi(elsewhere, person);
  const share = { email: "whoever-knew-it@example.com", permissionType: "full_access", isHousehold: false };
  expect((await context.request.post("/api/share-budget", { data: share })).ok()).toBe(true);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Change Password" });
  await dialog.getByLabel("End all shares and invitations as well").check();
  const current = dialog.getByLabel("Current password");
  const change = dialog.getByRole("button", { name: "Change password" });
  await current.fill("not this one");
  await dialog.getByLabel("New password", { exact: true }).fill("a new password");
  await dialog.getByLabel("Confirm new password").fill("another password");
  await change.click();
  await expect
    .poll(() => messageBeside(dialog.getByLabel("Confirm new password")))
    .toBe("Passwords don't match");
  await dialog.getByLabel("Confirm new password").fill("a new password");
  await change.click();
  await expectToast(page, "Failed to change password", "Current password is incorrect");
  await expect.poll(() => messageBeside(current)).toBe("Current password is incorrect");
  await current.fill(person.password);
  await change.click();
  await expectToast(page, "Password updated");
  person.password = "a new password";

  await expectSignedOut();
  expect((await context.request.get("/api/user")).ok()).toBe(true);
  expect(await (await context.request.get("/api/shared-users")).json()).toEqual([]);
});

test("edits the profile", async () => {
  const { page, context } = user;
  await openScreen(page, "/settings");
  await page
    .getByRole("region", { name: "Profile Information" })
    .getByRole("button", { name: "Edit" })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  await dialog.getByLabel("First name").fill("");
  await dialog.getByLabel("Email").fill("nobody");
  await dialog.getByLabel("Phone number").fill("12345");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect.poll(() => messageBeside(dialog.getByLabel("First name"))).toBe("First name is required");
  await expect
    .poll(() => messageBeside(dialog.getByLabel("Email")))
    .toBe("Please enter a valid email address");
  await expect.poll(() => messageBeside(dialog.getByLabel("Phone number"))).toBe("Phone number is required");
  const { email } = newUserDetails("Ingrid");
  await dialog.getByLabel("First name").fill("Ingrid");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Phone number").fill("555 7777");
  await failOnce(page, "PUT", "**/api/user");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Failed to update profile");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Profile updated", `Please verify ${email} with the link in your inbox.`);
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Ingrid IS/ })
    .waitFor();
  const profile = page.getByRole("region", { name: "Profile Information" });
  for (const text of ["Ingrid Stone", email, "555 7777"]) await profile.getByText(text).waitFor();
  const stored = await (await context.request.get("/api/user")).json();
  expect(stored).toMatchObject({ firstName: "Ingrid", email, phone: "555 7777" });
});

test("asks for the password when the server requires it, then saves", async () => {
  const { page, person } = user;
  let isRefused = false;
  // The server asks after ten minutes; here at the first request.
  await page.route("**/api/user", async (route) => {
    if (isRefused || route.request().method() !== "PUT") return route.continue();
    isRefused = true;
    const body = { message: "Please enter your password to continue.", code: "reauthenticate" };
    return route.fulfill({ status: 403, contentType: "application/json", body: JSON.stringify(body) });
  });
  await openScreen(page, "/settings");
  const profile = page.getByRole("region", { name: "Profile Information" });
  await profile.getByRole("button", { name: "Edit" }).first().click();
  const { email } = newUserDetails("Nora");
  await page.getByRole("dialog", { name: "Edit Profile" }).getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Save changes" }).click();
  const dialog = page.getByRole("dialog", { name: "Please enter your password" });
  await dialog.getByLabel("Password", { exact: true }).fill("not this one");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect
    .poll(() => messageBeside(dialog.getByLabel("Password", { exact: true })))
    .toBe("Password is incorrect");
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expectToast(page, "Profile updated");
  await profile.getByText(email).waitFor();
  await page.unroute("**/api/user");
});

test("warns about an address that does not look right", async () => {
  const { page, send } = await newVisitor();
  const details = newUserDetails();
  const person = { ...details, email: details.email.replace("@example.com", "") };
  await send("POST", "/api/register", { ...person, confirmPassword: person.password });
  await page.goto("/goals");
  await page.getByText(`“${person.email}” does not look like an email address`).waitFor();
  await page.getByRole("link", { name: "Change it" }).click();
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
});
