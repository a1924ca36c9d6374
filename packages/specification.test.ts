import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpointList } from "./contract/src/endpoints.ts";

/** The words and calls that the specification gives literally; docs/promises.md counts them. */

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && file !== "packages/specification.test.ts");
const isTest = (file: string) => /\.test\.ts$|\/test\//.test(file);
const plain = (code: string) => code.replace(/\s+/g, " ").replaceAll('\\"', '"');
const product = plain(
  files
    .filter((file) => !isTest(file))
    .map(read)
    .join("\n"),
);
const tests = plain(files.filter(isTest).map(read).join("\n"));

const TEXTS = [
  "404 Page Not Found",
  "Above Target",
  "Access Denied",
  "Add your first subscription",
  "Admin status updated",
  "All Categories",
  "All Subscriptions",
  "All Types",
  "Amount is required",
  "Amount must be a positive number",
  "Amount must be greater than 0",
  "An error occurred while processing your request",
  "An error occurred while resetting your password.",
  "An error occurred while validating your reset token.",
  "Are you sure you want to remove this user's access to your budget?",
  "Below Target",
  "Budget amount must be a non-negative number",
  "Budget share has been removed successfully.",
  "Budget shared successfully",
  "Budget shared with",
  "Cannot change your own admin status",
  "Category is required",
  "Color is required",
  "Confirm password is required",
  "Create a new account",
  "Create your first goal",
  "Creating account...",
  "Current amount cannot be negative",
  "Current password is required",
  "Date is required",
  "Description is required",
  "Did you forget to add the page to the router?",
  "Email is required",
  "Email sent",
  "Email was sent successfully.",
  "Failed to change password",
  "Failed to create budget",
  "Failed to create category",
  "Failed to create goal. Please try again.",
  "Failed to create transaction",
  "Failed to delete category",
  "Failed to delete transaction",
  "Failed to fetch budgets",
  "Failed to fetch shared users",
  "Failed to remove share",
  "Failed to reset monthly actuals",
  "Failed to send email",
  "Failed to share budget",
  "Failed to update admin status",
  "Failed to update budget",
  "Failed to update category",
  "Failed to update preferences",
  "Failed to update profile",
  "Failed to update transaction",
  "First name is required",
  "Icon is required",
  "If your email is registered in our system, you will receive instructions to reset your password shortly.",
  "Invalid Reset Link",
  "Invalid URL",
  "Invalid or expired token",
  "Last name is required",
  "Loading...",
  "Logged out",
  "Login failed",
  "Login successful",
  "Logout failed",
  "Missing information",
  "Name is required",
  "New password must be at least 6 characters",
  "No budget shares",
  "No categories available",
  "No expense categories found",
  "No financial goals found.",
  "No income categories found",
  "No milestones yet. Add one to track your progress!",
  "No subscriptions found.",
  "No transactions for this month",
  "No transactions found",
  "Over Budget",
  "Password is required",
  "Password must be at least 6 characters",
  "Password reset email sent",
  "Password reset successful",
  "Password updated",
  "Passwords do not match",
  "Passwords don't match",
  "Phone number is required",
  "Please confirm your password",
  "Please enter a valid email address",
  "Please provide both subject and content.",
  "Preferences updated",
  "Profile updated",
  "Registration failed",
  "Registration successful",
  "Remove Share",
  "Reset Password",
  "Reset successful",
  "Resetting Password...",
  "Search transactions",
  "Select a template or write your email to see the preview",
  "Sending...",
  "Share removed",
  "Sharing...",
  "Signing in...",
  "Start date is required",
  "Target amount must be greater than 0",
  "Target date is required",
  "The password reset link is invalid.",
  "This password reset link has expired or is invalid.",
  "This password reset link has expired or is invalid. Please request a new one.",
  "Under Budget",
  "Unknown user",
  "Upcoming Payments (Next 7 Days)",
  "User admin status was updated successfully.",
  "Validating your reset link...",
  "You don't have admin privileges.",
  "You have been successfully logged out",
  "Your email notification preferences have been saved.",
  "Your password has been reset successfully!",
  "Your password has been reset successfully. You can now log in with your new password.",
];

/** Put together from parts where they are shown. */
const COMPOSED = [
  "No expense categories found",
  "No income categories found",
  "Failed to create goal. Please try again.",
];

const CALLS = [
  "GET /api/user",
  "POST /api/login",
  "POST /api/register",
  "POST /api/logout",
  "POST /api/forgot-password",
  "GET /api/validate-reset-token/{token}",
  "POST /api/reset-password",
  "GET /api/transactions",
  "POST /api/transactions",
  "PUT /api/transactions/{id}",
  "DELETE /api/transactions/{id}",
  "GET /api/categories",
  "POST /api/categories",
  "PUT /api/categories/{id}",
  "DELETE /api/categories/{id}",
  "GET /api/budgets",
  "POST /api/budgets",
  "PUT /api/budgets/{id}",
  "POST /api/budgets/reset-month",
  "GET /api/budget-tips",
  "GET /api/financial-goals",
  "POST /api/financial-goals",
  "PUT /api/financial-goals/{id}",
  "DELETE /api/financial-goals/{id}",
  "GET /api/financial-goals/{id}/milestones",
  "POST /api/financial-goals/{id}/milestones",
  "GET /api/subscriptions",
  "POST /api/subscriptions",
  "PUT /api/subscriptions/{id}",
  "DELETE /api/subscriptions/{id}",
  "PUT /api/user",
  "POST /api/user/change-password",
  "PUT /api/notification-preferences",
  "GET /api/shared-users",
  "POST /api/share-budget",
  "DELETE /api/shared-users/{id}",
  "GET /api/admin/stats",
  "GET /api/admin/users",
  "POST /api/admin/email",
  "POST /api/admin/set-admin",
];

test("every text of the specification stands in the product", () => {
  const missing = TEXTS.filter(
    (text) => !COMPOSED.includes(text) && !product.includes(text.replace(/\.$/, "")),
  );
  expect(missing).toEqual([]);
});

test("every text of the specification is expected by a test", () => {
  expect(TEXTS.filter((text) => !tests.includes(text.replace(/\.$/, "")))).toEqual([]);
});

test("every call of the specification is answered", () => {
  const shape = (call: string) => call.replace(/\{[^}]*\}|:\w+/g, "*");
  const answered = new Set(endpointList.map(([, { method, path }]) => shape(`${method} ${path}`)));
  expect(CALLS.filter((call) => !answered.has(shape(call)))).toEqual([]);
});

test("docs/promises.md counts them", () => {
  const row = (name: string) =>
    read("docs/promises.md")
      .split("\n")
      .find((line) => line.includes(`| ${name} |`));
  expect(row("Its quoted words and sentences")).toContain(`| ${TEXTS.length} | ${TEXTS.length} |`);
  expect(row("Its calls")).toContain(`| ${CALLS.length} | ${CALLS.length} |`);
});
