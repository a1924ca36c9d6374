import { expect, test } from "vitest";
import { expectToast, messageBeside, navigate, newUser, textsOf } from "../../../test/fixtures.ts";

const HOLIDAY = {
  name: "Holiday",
  targetAmount: 1000,
  currentAmount: 200,
  startDate: "2024-01-01",
  targetDate: "2099-06-01",
};

test("creates a goal once its fields are valid", async () => {
  const { page } = await newUser();
  await page.goto("/goals");
  await page.getByRole("button", { name: "Create your first goal" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Financial Goal" });
  const create = dialog.getByRole("button", { name: "Create goal" });
  await dialog.getByLabel("Name").fill("Holiday");
  await expect.poll(() => create.isDisabled()).toBe(true);
  await dialog.getByLabel("Target amount").fill("0");
  await expect
    .poll(() => messageBeside(dialog.getByLabel("Target amount")))
    .toBe("Target amount must be greater than 0");
  await dialog.getByLabel("Target amount").fill("1,500");
  await dialog.getByLabel("Current amount").fill("-1");
  await expect
    .poll(() => messageBeside(dialog.getByLabel("Current amount")))
    .toBe("Current amount cannot be negative");
  await dialog.getByLabel("Current amount").fill("375");
  await dialog.getByLabel("Target date").fill("2000-01-01");
  await expect
    .poll(() => messageBeside(dialog.getByLabel("Target date")))
    .toBe("Target date must not be before the start date");
  // In the format of the visible picker.
  await dialog.getByLabel("Target date").fill("0202-01-01");
  await expect
    .poll(() => messageBeside(dialog.getByLabel("Target date")))
    .toMatch(/^Use a date such as \d\d\/\d\d\/\d{4}, from 1900 to 2999$/);
  await dialog.getByLabel("Target date").fill("2099-01-01");
  await page.route("**/api/financial-goals", (route) => route.abort());
  await create.click();
  await expectToast(page, "Error", "Failed to create goal. Please try again.");
  await dialog.locator("form").getByRole("alert").getByText("Please check your connection").waitFor();
  await page.unroute("**/api/financial-goals");
  await create.click();
  await expectToast(page, "Goal created");
  const card = page.getByRole("article", { name: "Holiday" });
  await card.getByText("25%").waitFor();

  await card.getByRole("button", { name: "Edit Holiday" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Financial Goal" });
  await edit.getByLabel("Current amount").fill("750");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Goal updated");
  await card.getByText("50%").waitFor();
});

test("takes a goal through its whole life", async () => {
  const { page, send } = await newUser();
  await send("POST", "/api/financial-goals", HOLIDAY);
  await send("POST", "/api/financial-goals", { ...HOLIDAY, name: "Bicycle", currentAmount: 1000 });
  await page.goto("/goals");
  const card = page.getByRole("article", { name: "Holiday" });
  await card.getByRole("button", { name: "View Details" }).click();
  const details = page.getByRole("region", { name: "Goal Details" });
  await details.getByText("No milestones yet. Add one to track your progress!").waitFor();
  await details.getByRole("button", { name: "Add Milestone" }).click();
  const milestone = page.getByRole("dialog", { name: "Add Milestone" });
  await milestone.getByRole("button", { name: "Add Milestone" }).click();
  await expect.poll(() => messageBeside(milestone.getByLabel("Name"))).toBe("Name is required");
  await expect
    .poll(() => messageBeside(milestone.getByLabel("Amount")))
    .toBe("Amount must be greater than 0");
  await milestone.getByLabel("Name").fill("Flights");
  await milestone.getByLabel("Amount").fill("500");
  await milestone.getByRole("button", { name: "Add Milestone" }).click();
  await expectToast(page, "Milestone created");
  await details.getByText("Not Reached", { exact: true }).waitFor();

  await details.getByRole("button", { name: "Add contribution" }).click();
  const contribution = page.getByRole("dialog", { name: "Add contribution" });
  await contribution.getByLabel("Amount").fill("300");
  await contribution.getByRole("button", { name: "Add contribution" }).click();
  await expectToast(page, "Contribution added");
  await details.getByText("Reached", { exact: true }).waitFor();
  await card.getByText("50%").waitFor();

  await details.getByRole("button", { name: "Withdraw" }).click();
  const withdrawal = page.getByRole("dialog", { name: "Withdraw" });
  await withdrawal.getByLabel("Amount").fill("500.01");
  await withdrawal.getByRole("button", { name: "Withdraw" }).click();
  await expectToast(page, "Error", "The goal holds less than that");
  await expect
    .poll(() => messageBeside(withdrawal.getByLabel("Amount")))
    .toBe("The goal holds less than that");
  await withdrawal.getByLabel("Amount").fill("50");
  await withdrawal.getByRole("button", { name: "Withdraw" }).click();
  await expectToast(page, "Withdrawal recorded");
  const history = details.getByRole("region", { name: "Contributions" });
  await history.getByText("-$50.00").waitFor();
  expect((await textsOf(history.getByRole("listitem"))).length).toBe(3);

  await details.getByRole("button", { name: "Edit Flights" }).click();
  const edit = page.getByRole("dialog", { name: "Edit milestone" });
  await edit.getByLabel("Amount").fill("3000");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect
    .poll(() => messageBeside(edit.getByLabel("Amount")))
    .toBe("Amount must not be more than the goal's target");
  await edit.getByLabel("Amount").fill("1000");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await details.getByText("Not Reached", { exact: true }).waitFor();
  const chart = await page.locator(".goal-chart").boundingBox();
  const label = await page.locator(".goal-chart").getByText("Flights").boundingBox();
  expect(label?.y).toBeGreaterThanOrEqual(chart?.y ?? Number.POSITIVE_INFINITY);
  await details.getByRole("button", { name: "Delete Flights" }).click();
  await expectToast(page, "Milestone deleted");
  await details.getByText("No milestones yet. Add one to track your progress!").waitFor();
  await details.getByRole("button", { name: "Close" }).click();
  await details.waitFor({ state: "hidden" });

  // The card of a goal that has reached its target offers it.
  const bicycle = page.getByRole("article", { name: "Bicycle" });
  await bicycle.getByRole("button", { name: "Mark complete" }).click();
  await expectToast(page, "Goal completed");
  await bicycle.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "View Details" }).click();
  const contribute = async (amount: string) => {
    await details.getByRole("button", { name: "Add contribution" }).click();
    await contribution.getByLabel("Amount").fill(amount);
    await contribution.getByRole("button", { name: "Add contribution" }).click();
    await contribution.waitFor({ state: "hidden" });
  };
  await contribute("546.70");
  await details.getByText("$996.70").first().waitFor();
  await details.getByRole("button", { name: "Mark complete" }).waitFor({ state: "detached" });
  await card.getByText("$996.70").waitFor();
  await expect.poll(() => card.locator(".goal-mark").count()).toBe(0);
  await contribute("3.30");
  await details.getByRole("button", { name: "Mark complete" }).click();
  await expectToast(page, "Goal completed");
  await card.waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: /^Completed/ }).click();
  await card.waitFor();
  await page.reload();
  await card.getByText("Completed", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Goal Details" }).getByRole("button", { name: "Reopen" }).click();
  await expectToast(page, "Goal reopened");
  await page.getByRole("tab", { name: /^Completed/ }).focus();
  await page.keyboard.press("ArrowLeft");
  await card.getByText("In Progress", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Stop this goal" }).click();
  await expectToast(page, "Goal cancelled");
  await page.getByRole("tab", { name: /^Cancelled/ }).click();
  await page.getByRole("button", { name: "Delete Holiday" }).click();
  await expectToast(page, "Goal deleted");
  await page.getByText("No financial goals found.").waitFor();
});

test("asks which of a category's goals an entry counts toward", async () => {
  const { page, category, send } = await newUser();
  const { id: categoryId } = await category("Trips");
  const [lisbon, oslo] = await Promise.all(
    ["Lisbon", "Oslo"].map((name) => send("POST", "/api/financial-goals", { ...HOLIDAY, name, categoryId })),
  );
  await page.goto("/transactions?month=2024-12");
  const add = page.getByRole("button", { name: "Add Transaction", exact: true }).first();
  const dialog = page.getByRole("dialog", { name: "Add Transaction" });
  const goal = dialog.getByLabel("Goal", { exact: true });
  await add.click();
  await dialog.getByLabel("Description").fill("Train");
  await dialog.getByLabel("Amount").fill("40");
  await dialog.getByLabel("Category").selectOption("Trips");
  await goal.selectOption("Lisbon");
  await dialog.getByRole("button", { name: "Add Transaction" }).click();
  await dialog.waitFor({ state: "hidden" });
  await navigate(page, "/goals");
  await page.getByRole("article", { name: "Lisbon" }).getByText("24%").waitFor();
  await page.getByRole("article", { name: "Oslo" }).getByText("20%").waitFor();
  await navigate(page, "/transactions?month=2024-12");
  await add.click();
  await dialog.getByLabel("Category").selectOption("Trips");
  await expect.poll(() => goal.inputValue()).toBe(String(Object(lisbon).id));

  await dialog.getByRole("button", { name: "Split" }).click();
  const ofLine = (line: number) => dialog.getByLabel(`Goal of line ${line}`);
  await expect.poll(() => ofLine(1).inputValue()).toBe(String(Object(lisbon).id));
  await dialog.getByLabel("Category of line 2").selectOption("Trips");
  await ofLine(2).selectOption("Oslo");
  await dialog.getByLabel("Description").fill("Bags");
  await dialog.getByLabel("Amount", { exact: true }).fill("60");
  await dialog.getByLabel("Amount of line 1").fill("20");
  await dialog.getByRole("button", { name: "Add Transaction" }).click();
  await dialog.waitFor({ state: "hidden" });

  await navigate(page, "/goals");
  await page.getByRole("article", { name: "Lisbon" }).getByText("26%").waitFor();
  await page.getByRole("article", { name: "Oslo" }).getByText("24%").waitFor();
  await page.keyboard.press("n");
  const quick = page.getByRole("dialog", { name: "Quick entry" });
  await quick.getByLabel("Description").fill("Ferry");
  await quick.getByLabel("Amount").fill("100");
  await quick.getByLabel("Category").selectOption("Trips");
  const quickGoal = quick.getByLabel("Goal", { exact: true });
  await expect.poll(() => quickGoal.inputValue()).toBe(String(Object(oslo).id));
  await quickGoal.selectOption("Lisbon");
  await quick.getByRole("button", { name: "Save", exact: true }).click();
  await quick.getByRole("button", { name: "Undo Ferry" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("article", { name: "Lisbon" }).getByText("36%").waitFor();
});
