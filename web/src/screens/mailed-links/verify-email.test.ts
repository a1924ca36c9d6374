import { test } from "vitest";
import { expectToast, linkMailedTo, newUser, openScreen } from "../../../test/fixtures.ts";

test("verifies the address with a link that is mailed again", async () => {
  const { page, person } = await newUser();
  const first = await linkMailedTo(person.email, /^\/verify-email\//);
  await page.goto("/goals");
  const banner = page.getByRole("status").filter({ hasText: "Please verify your email address" });
  await banner.getByText(`we sent a link to ${person.email}.`).waitFor();
  await banner.getByRole("button", { name: "Send again" }).click();
  await expectToast(page, "Verification email sent");
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await banner.waitFor({ state: "hidden" });
  await page.goto("/goals");
  await banner.waitFor();

  const link = await linkMailedTo(person.email, /^\/verify-email\//, first);
  await openScreen(page, link);
  await page.getByText(`has an account with the address ${person.email}`).waitFor();
  await page.getByRole("button", { name: "Verify this address" }).click();
  await page.getByRole("heading", { name: "Email verified" }).waitFor();
  await page.getByRole("link", { name: "Open Coffer" }).click();
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await banner.waitFor({ state: "hidden" });
  await page.goto(link);
  await page.getByText("Your email address is verified already.").waitFor();
});

test("removes an address when its owner says that the account is not theirs", async () => {
  const { page, person } = await newUser();
  const link = await linkMailedTo(person.email, /^\/verify-email\//);
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByText("You are not signed in.").waitFor();
  await page.getByRole("button", { name: "This was not me" }).click();
  await page.getByText("Nobody has an account with your address.").waitFor();
  await page.goto(link);
  await page.getByText("This verification link has expired or is invalid.").waitFor();
  await page.getByRole("link", { name: "Sign in to get another link" }).waitFor();
});
