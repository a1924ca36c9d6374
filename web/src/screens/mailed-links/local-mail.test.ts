import { expect, test } from "vitest";
import { linkMailedTo, newUser, newVisitor } from "../../../test/fixtures.ts";

// The tests' server sends no mail, and the browser is on its machine. What a browser elsewhere sees:
// functions/src/local/start.test.ts.

test("links to unsent mail from the banner and the list of shares", async () => {
  const user = await newUser();
  const { page, person, send } = user;
  await page.goto("/goals");
  const banner = page.getByRole("status").filter({ hasText: "Please verify your email address" });
  // The outbox shows the mails that exist when it opens.
  await linkMailedTo(person.email, /^\/verify-email\//);
  const opened = page.context().waitForEvent("page");
  await banner.getByRole("link", { name: "Read it on this machine" }).click();
  const outbox = await opened;
  await outbox.getByRole("row", { name: person.email }).getByRole("link").click();
  await outbox.frameLocator("iframe").getByRole("link", { name: "Confirm this address" }).click();
  await outbox.getByRole("button", { name: "Verify this address" }).click();
  await outbox.getByRole("heading", { name: "Email verified" }).waitFor();

  await send("POST", "/api/share-budget", {
    email: "somebody.else@example.com",
    permissionType: "view_only",
    note: "",
    isHousehold: false,
  });
  await page.goto("/settings");
  await page.getByRole("link", { name: "Read the invitation on this machine" }).waitFor();
});

test("links to the unsent password reset mail", async () => {
  const { page } = await newVisitor();
  await page.goto("/auth");
  await page.getByRole("button", { name: /^Forgot password/ }).click();
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  const link = page.getByRole("link", { name: "Read it on this machine" });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe("/_outbox");
});
