import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { codeAt } from "../../../../packages/core/src/account/totp.ts";
import { expectToast, failOnce, newUser } from "../../../test/fixtures.ts";

const AT_A_NAME = inject("product").replace("127.0.0.1", "localhost");

/** An authenticator of the browser's own, which unlocks at once. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
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

test("a passkey is added, signs in by one press and by the field, gives the password again, and is removed", async () => {
  const { page, context, person, category } = await newUser("Pia", { baseURL: AT_A_NAME });
  // The start of who has none would open over the menu.
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

  // In one tap: the browser offers it where the address is typed, and the authenticator takes the offer.
  await signOut(page);
  await page.getByRole("button", { name: /, account$/ }).waitFor();

  await page.goto("/settings");
  const json = { message: "Please enter your password to go on.", code: "reauthenticate" };
  await failOnce(page, "DELETE", "**/api/passkeys/*", { status: 403, json });
  await security(page).getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("dialog", { name: "Remove passkey" }).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expectToast(page, "Passkey removed", "Laptop does not sign you in any more.");
  expect((await context.request.get("/api/passkeys")).ok()).toBe(true);
});

test("an address without a name says why it has no passkeys, and leads to one that has", async () => {
  const { page } = await newUser();
  await page.goto("/settings");
  const link = security(page).getByRole("link", { name: /^Open Settings at localhost/ });
  expect(await link.getAttribute("href")).toBe(`${AT_A_NAME}/settings`);
  expect(await security(page).getByRole("button", { name: "Add a passkey" }).count()).toBe(0);
  await signOut(page);
  await page.getByRole("link", { name: /^Sign in with a passkey at localhost/ }).click();
  await page.waitForURL(`${AT_A_NAME}/auth`);
});

test("codes are read from a QR code, asked for at the next sign-in, and replaced by a recovery code", async () => {
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
  const codes = await kept.locator("code").allTextContents();
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
  await page.getByText("This code is not right, or was used before. Enter the next one.").waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill(codes[0] ?? "");
  await signIn.click();
  await expectToast(page, "Login successful", `Welcome back, ${person.firstName}!`);
});
