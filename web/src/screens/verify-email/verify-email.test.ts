import { test } from "vitest";
import { newcomer } from "../../../test/newcomer.ts";
import { linkMailedTo, toast } from "../../../test/person.ts";

test("the mailed link verifies the address once, and the banner goes", async () => {
  const { page, person } = await newcomer();
  const link = await linkMailedTo(person.email, /^\/verify-email\//);
  await page.goto("/goals");
  const banner = page.getByText(`Please verify your email address: we sent a link to ${person.email}.`);
  await banner.waitFor();
  await page.goto(link);
  await page.getByRole("heading", { name: "Email verified" }).waitFor();
  await page.getByRole("link", { name: "Open Coffer" }).click();
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await banner.waitFor({ state: "hidden" });
  await page.goto(link);
  await page.getByText("This verification link has expired or is invalid.").waitFor();
});

test("the banner sends the link again, and can be put away", async () => {
  const { page, person } = await newcomer();
  await page.goto("/goals");
  const banner = page.getByRole("status").filter({ hasText: "Please verify your email address" });
  await banner.getByRole("button", { name: "Send again" }).click();
  await toast(page, "Verification email sent");
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await banner.waitFor({ state: "hidden" });
  await page.goto(await linkMailedTo(person.email, /^\/verify-email\//));
  await page.getByRole("heading", { name: "Email verified" }).waitFor();
});
