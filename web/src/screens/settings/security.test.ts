import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { codeAt } from "../../../../packages/core/src/account/second-factor.ts";
import { devTools, expectToast, failOnce, newUser, textsOf } from "../../../test/fixtures.ts";

const AT_A_NAME = inject("product").replace("127.0.0.1", "localhost");

/** The browser's own authenticator, which unlocks at once. */
async function addAuthenticator(page: Page) {
  const cdp = await devTools(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
const security = (page: Page) => page.getByRole("region", { name: "Security" });
const signOut = async (page: Page) => {
  await page.getByRole("button", { name: /, account$/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
};

test("a passkey is added, used and removed", async () => {
  const { page, context, person, category } = await newUser("Pia", { baseURL: AT_A_NAME });
  // Without a budget, the dialog for the first one would open over the menu.
  await category("Food");
  await addAuthenticator(page);
  await page.goto("/settings");
  await security(page).getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("Give the passkey a name").waitFor();
  await dialog.getByLabel("Name").fill("Laptop");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expectToast(page, "Passkey added", "Laptop signs you in from now on.");
  await security(page).getByRole("listitem").filter({ hasText: "Laptop" }).waitFor();

  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expectToast(page, "Login successful", `Welcome back, ${person.firstName}!`);

  // One tap: the browser offers it in the field of the address, and the authenticator accepts.
  await signOut(page);
  await page.getByRole("button", { name: /, account$/ }).waitFor();

  await page.goto("/settings");
  const json = { message: "Please enter your password to continue.", code: "reauthenticate" };
  await failOnce(page, "DELETE", "**/api/passkeys/*", { status: 403, json });
  await security(page).getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("dialog", { name: "Remove passkey" }).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expectToast(page, "Passkey removed", "Laptop does not sign you in any more.");
  expect((await context.request.get("/api/passkeys")).ok()).toBe(true);
});

test("after a reset, passkeys are shown with where each was added", async () => {
  const { page, context } = await newUser("Rosa", { baseURL: AT_A_NAME });
  await addAuthenticator(page);
  const at = Date.parse("2026-11-21T15:00:00Z");
  const place = { network: "203.0.113.0/24", browser: "Firefox", system: "Linux", suspended: true };
  const passkey = (id: string, name: string, more: object) => ({
    id,
    name,
    createdAt: at,
    lastUsedAt: null,
    ...more,
  });
  const own = passkey("own", "Phone", place);
  const strange = passkey("strange", "Key", { network: null, browser: null, system: null, suspended: true });
  await page.route("**/api/passkeys", (route) => route.fulfill({ json: [own, strange] }));
  const kept: string[] = [];
  await page.route("**/api/passkeys/*/keep", (route) => {
    kept.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 204 });
  });
  await page.goto("/settings");
  await security(page)
    .getByText(/^Your password was reset, so the passkeys/)
    .waitFor();
  const row = security(page).getByRole("listitem").filter({ hasText: "Phone" });
  await row.getByText(/^Added .* in Firefox on Linux from 203\.0\.113\.0\/24$/).waitFor();
  await row.getByText("Does not sign in").waitFor();
  await row.getByRole("button", { name: "Keep Phone" }).click();
  await expectToast(page, "Passkey kept", "Phone signs you in again.");
  expect(kept).toEqual(["/api/passkeys/own/keep"]);
  expect(await row.getByText("Does not sign in").count()).toBe(0);
  expect(await security(page).getByRole("button", { name: "Keep Key" }).count()).toBe(1);

  // With a new password, all can be ended.
  await page.getByRole("button", { name: "Change" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Change Password" });
  const end = dialog.getByRole("checkbox", { name: "Remove all passkeys as well" });
  await dialog.getByText(/^Your account has 2 passkeys\./).waitFor();
  await end.check();
  let sent: unknown;
  await page.route("**/api/user/change-password", (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ json: { message: "Your password has been updated." } });
  });
  await dialog.getByLabel("Current password").fill("correct horse");
  await dialog.getByLabel("New password", { exact: true }).fill("another horse");
  await dialog.getByLabel("Confirm new password").fill("another horse");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expectToast(page, "Password updated");
  expect(sent).toMatchObject({ endPasskeys: true });
  await context.close();
});

test("tells users whose mail was stopped", async () => {
  const { page } = await newUser("Mia");
  let suppressed = true;
  await page.route("**/api/user", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), mailSuppressed: suppressed } });
  });
  await page.route("**/api/user/mail-again", (route) => {
    suppressed = false;
    return route.fulfill({ status: 204 });
  });
  await page.goto("/settings");
  const banner = page.getByRole("status").filter({ hasText: "so we stopped sending it" });
  await banner.getByRole("button", { name: "Send mail again" }).click();
  await expectToast(page, "Mail is on again");
  await expect.poll(() => banner.count()).toBe(0);
});

test("explains why passkeys need a host name", async () => {
  const { page } = await newUser();
  await page.goto("/settings");
  const atName = page.url().replace("127.0.0.1", "localhost");
  const link = security(page).getByRole("link", { name: /^Open Settings at localhost/ });
  expect(await link.getAttribute("href")).toBe(atName);
  expect(await security(page).getByRole("button", { name: "Add a passkey" }).count()).toBe(0);
  await signOut(page);
  await page.getByRole("link", { name: /^Sign in with a passkey at localhost/ }).click();
  await page.waitForURL(atName.replace("settings", "auth"));
});

test("turns sign-in codes on with a QR code", async () => {
  const { page, person } = await newUser();
  await page.goto("/settings");
  await security(page).getByRole("button", { name: "Turn sign-in codes on" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn sign-in codes on" });
  await dialog.getByRole("img", { name: "QR code for an authenticator app" }).waitFor();
  const secret = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("textbox", { name: "Code" }).fill(codeAt(secret, Math.floor(Date.now() / 30_000)));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const kept = page.getByRole("dialog", { name: "Keep your recovery codes" });
  await kept.waitFor();
  const codes = await textsOf(kept.locator("code"));
  expect(codes).toHaveLength(10);
  await kept.getByRole("button", { name: "I have kept them" }).click();
  await security(page).getByText("Recovery codes left: 10.").waitFor();

  await signOut(page);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  const signIn = page.getByRole("button", { name: "Sign in", exact: true });
  await signIn.click();
  await page.getByRole("textbox", { name: "Code" }).fill("nonsense");
  await signIn.click();
  await page.getByText("This code is wrong or was already used. Enter the next one.").waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill(codes[0] ?? "");
  await signIn.click();
  await expectToast(page, "Login successful", `Welcome back, ${person.firstName}!`);
});
