import { beforeAll, expect, test } from "vitest";
import {
  expectToast,
  failOnce,
  linkMailedTo,
  messageBeside,
  newUser,
  openScreen,
  openVisitor,
} from "../../../test/fixtures.ts";

/** One page for all tests, since loading is slow. Nobody is signed in until the last test. */
let visitor: Awaited<ReturnType<typeof openVisitor>>;
beforeAll(async () => {
  visitor = await openVisitor();
  await visitor.page.goto("/reset-password");
  return visitor.close;
});

test("tells a link without a token from an unknown one", async () => {
  const { page } = visitor;
  await openScreen(page, "/reset-password");
  await page.getByRole("heading", { name: "Invalid Reset Link" }).waitFor();
  await expectToast(page, "Invalid URL", "The password reset link is invalid.");
  await openScreen(page, `/reset-password/${"x".repeat(43)}`);
  await expectToast(
    page,
    "Invalid or expired token",
    "This password reset link has expired or is invalid. Please request a new one.",
  );
  await page.route("**/api/validate-reset-token/*", (route) => route.abort());
  await openScreen(page, `/reset-password/${"y".repeat(43)}`);
  await expectToast(page, "Error", "An error occurred while validating your reset token.");
  await page.getByText("Your reset link could not be checked.").waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "This link has expired" }).waitFor();
  await page.getByRole("link", { name: "Get another link" }).click();
  await page.getByRole("button", { name: "Send Reset Link" }).waitFor();
});

test("refuses a link that was replaced while its form was open", async () => {
  const { person } = await newUser();
  const { page, send } = visitor;
  await send("POST", "/api/forgot-password", { email: person.email });
  const link = await linkMailedTo(person.email, /^\/reset-password\//);
  await openScreen(page, link);
  await page.getByLabel("New Password", { exact: true }).fill("a new password");
  await page.getByLabel("Confirm New Password").fill("a new password");
  await send("POST", "/api/forgot-password", { email: person.email });
  // The newer link is created when its mail is sent.
  await linkMailedTo(person.email, /^\/reset-password\//, link);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expectToast(
    page,
    "Error",
    "This password reset link has expired or is invalid. Please request a new one.",
  );
  await expect
    .poll(() => page.getByLabel("New Password", { exact: true }).inputValue())
    .toBe("a new password");
});

test("sets a new password once with a mailed link", async () => {
  const { person, context: elsewhere } = await newUser();
  const { page, send } = visitor;
  await send("POST", "/api/forgot-password", { email: person.email });
  const link = await linkMailedTo(person.email, /^\/reset-password\//);

  await openScreen(page, link);
  const password = page.getByLabel("New Password", { exact: true });
  const confirmation = page.getByLabel("Confirm New Password");
  await password.fill("short");
  await expect.poll(() => messageBeside(password)).toBe("Password must be at least 6 characters");
  await password.fill("a new password");
  await confirmation.fill("another password");
  await expect.poll(() => messageBeside(confirmation)).toBe("Passwords don't match");
  await confirmation.fill("a new password");
  await failOnce(page, "POST", "**/api/reset-password");
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expectToast(page, "Error", "An error occurred while resetting your password.");
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expectToast(
    page,
    "Password reset successful",
    "Your password has been reset successfully. You can now log in with your new password.",
  );
  await page.getByText("Your password has been reset successfully!").waitFor();
  expect((await elsewhere.request.get("/api/user")).status()).toBe(401);
  await page.getByRole("link", { name: "Go to Login" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();

  await page.goto(link);
  await page.getByText("This password reset link has expired or is invalid.", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill("a new password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expectToast(page, "Login successful");
});
