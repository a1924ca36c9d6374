import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectToast, failOnce, messageBeside, navigate, newUser, textsOf } from "../../../test/fixtures.ts";

test("pays, skips and refuses due payments", async () => {
  const { page, send, category } = await newUser();
  const leisure = await category("Leisure");
  // Due on Mondays.
  const club: { id: number } = await send("POST", "/api/subscriptions", {
    name: "Film club",
    amount: 12,
    frequency: "weekly",
    startDate: "2099-01-05",
    categoryId: leisure.id,
  });
  /** Opens the screen again on that day. */
  const openOn = async (day: string) => {
    await page.clock.setFixedTime(`${day}T18:00:00Z`);
    await navigate(page, "/goals");
    await page.getByRole("heading", { name: "Financial Goals" }).waitFor();
    await navigate(page, "/subscriptions");
  };
  await page.goto("/goals");
  const pay = page.getByRole("button", { name: "Mark as paid" });

  await openOn("2099-01-05");
  await row(page).getByText("Due Today", { exact: true }).waitFor();
  await pay.click();
  await expectToast(page, "Payment recorded", "Film club is marked as paid.");
  await row(page).getByText("Upcoming", { exact: true }).waitFor();
  await row(page).getByText("7 days", { exact: true }).waitFor();
  await page.locator("main:focus, main :focus").waitFor();

  await openOn("2099-01-14");
  await row(page).getByText("Overdue", { exact: true }).first().waitFor();
  const overdue = page.getByRole("region", { name: "Overdue payments" });
  await overdue.getByRole("button", { name: "Skip", exact: true }).click();
  await expectToast(page, "Payment skipped", "No transaction was recorded for Film club.");
  await overdue.waitFor({ state: "hidden" });
  await row(page).getByText("5 days", { exact: true }).waitFor();

  // Somebody else has skipped it in the meantime.
  await openOn("2099-01-19");
  await row(page).getByText("Due Today", { exact: true }).waitFor();
  await send("POST", `/api/subscriptions/${club.id}/skip`, { dueDate: "2099-01-19" });
  const payInTable = page.getByRole("button", { name: "Mark Film club as paid" });
  await payInTable.click();
  await expectToast(page, "Error", "That payment is no longer the next one due");
  await payInTable.and(page.locator(":focus")).waitFor();
  await row(page).getByText("7 days", { exact: true }).waitFor();

  await send("DELETE", `/api/categories/${leisure.id}`);
  await category("Evenings");
  await page.clock.setFixedTime("2099-01-26T18:00:00Z");
  await page.reload();
  await pay.click();
  const dialog = page.getByRole("dialog", { name: "Mark as paid" });
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await expect.poll(() => messageBeside(dialog.getByLabel("Category"))).toBe("Category is required");
  await dialog.getByLabel("Category").selectOption("Evenings");
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await expectToast(page, "Payment recorded", "Film club is marked as paid.");
  await row(page).getByText("7 days", { exact: true }).waitFor();
});

test("adds, edits and deletes a subscription", async () => {
  const { page, category, transaction } = await newUser();
  const leisure = await category("Leisure");
  await category("Salary", "income");
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  for (const days of [2, 9, 16])
    for (const name of ["Gazette", "Sauna"])
      await transaction(leisure, `${name} ${days}`, 7.5, daysAgo(days));
  await page.goto("/subscriptions");
  const suggested = page.locator(".banner", { hasText: "Sauna" });
  await suggested.getByRole("button", { name: "Dismiss" }).click();
  await suggested.waitFor({ state: "hidden" });
  await page.getByText("Looks like a subscription: Gazette 2, $7.50 weekly.").waitFor();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const suggestion = page.getByRole("dialog", { name: "Add Subscription" });
  await expect.poll(() => suggestion.getByLabel("Amount").inputValue()).toBe("7.50");
  await suggestion.getByLabel("Frequency").selectOption("Twice a month");
  await suggestion.getByLabel("Second day of the month").fill("40");
  await suggestion.getByRole("button", { name: "Add Subscription" }).click();
  await expect
    .poll(() => messageBeside(suggestion.getByLabel("Second day of the month")))
    .toBe("Second day must be a whole number of 1 to 31");
  await suggestion.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Add your first subscription" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Subscription" });
  const add = dialog.getByRole("button", { name: "Add Subscription" });
  await dialog.getByLabel("Notify before (days)").fill("1.5");
  await add.click();
  await expect.poll(() => messageBeside(dialog.getByLabel("Name"))).toBe("Name is required");
  await expect.poll(() => messageBeside(dialog.getByLabel("Amount"))).toBe("Amount must be greater than 0");
  await expect.poll(() => messageBeside(dialog.getByLabel("Category"))).toBe("Category is required");
  await expect
    .poll(() => messageBeside(dialog.getByLabel("Notify before (days)")))
    .toBe("Notify days must be a whole number of 0 or more");
  await dialog.getByLabel("Name").fill("Film club");
  await dialog.getByLabel("Amount").fill("10");
  await dialog.getByLabel("Frequency").selectOption("Quarterly");
  await dialog.getByLabel("Category").selectOption("Leisure");
  await dialog.getByLabel("Notify before (days)").fill("5");
  await failOnce(page, "POST", "**/api/subscriptions", "cut");
  await add.click();
  await expectToast(page, "Error", "Failed to create subscription. Please try again.");
  await add.click();
  await expectToast(page, "Subscription created");
  await row(page).getByText("$40.00/year").waitFor();

  await page.getByRole("button", { name: "Edit Film club" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Subscription" });
  await expect.poll(() => edit.getByLabel("Notify before (days)").inputValue()).toBe("5");
  await edit.getByText("Active", { exact: true }).click();
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Subscription updated");
  await row(page).getByText("Inactive", { exact: true }).waitFor();
  await page.locator(".stat", { hasText: "Annual Cost" }).getByText("$0.00").waitFor();

  await page.getByRole("button", { name: "Delete Film club" }).click();
  await expectToast(page, "Subscription deleted");
  await page.getByText("No subscriptions found.").waitFor();

  await page.getByRole("button", { name: "Add your first subscription" }).click();
  await dialog.getByLabel("Income").check();
  const income = page.getByRole("dialog", { name: "Add Recurring income" });
  await income.getByLabel("Name").fill("Pay");
  await income.getByLabel("Amount").fill("3000");
  await expect.poll(() => textsOf(income.getByLabel("Category").locator("option"))).not.toContain("Leisure");
  await income.getByLabel("Category").selectOption("Salary");
  await income.getByRole("button", { name: "Add Recurring income" }).click();
  const section = page.getByRole("region", { name: "Recurring income" });
  await section.getByText("$36,000.00/year").waitFor();
  await page.locator(".stat", { hasText: "Annual Cost" }).getByText("$0.00").waitFor();
});

const row = (page: Page) => page.getByRole("row").filter({ hasText: "Film club" });
