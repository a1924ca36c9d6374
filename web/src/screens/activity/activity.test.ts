import { test } from "vitest";
import { expectToast, newUser, verifyEmail } from "../../../test/fixtures.ts";

test("lists who did what, with Undo", async () => {
  const [maya, rita] = [await newUser("Maya", { holdToasts: true }), await newUser("Rita")];
  await verifyEmail(rita);
  await maya.send("POST", "/api/share-budget", { email: rita.person.email, permissionType: "view_only" });
  const food = await maya.category("Food");
  const plan = { categoryId: food.id, month: 12, year: 2024 };
  await maya.send("POST", "/api/budgets", { ...plan, projected: 400 });
  await maya.send("POST", "/api/budgets", { ...plan, projected: 450 });
  const { page } = maya;
  await page.goto("/goals");
  await page.getByRole("button", { name: /account$/ }).click();
  await page.getByRole("menuitem", { name: "Activity" }).click();
  const changed = "You changed Food in December 2024 from $400 to $450";
  await page.getByRole("heading", { name: "Today" }).waitFor();
  const entry = page.getByRole("listitem").filter({ hasText: changed });
  await page.getByLabel("Kind").selectOption("Goals");
  await page.getByText("No such changes").waitFor();
  await page.getByLabel("Kind").selectOption("Planned amounts");
  await page.getByLabel("Person").selectOption("Maya Stone");
  await entry.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Undone");
  await page.locator("main:focus, main :focus").waitFor();
  await entry.getByText("Undone by you").waitFor();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("listitem").filter({ hasText: "You undid" }).getByText("Undone by you").waitFor();
  await entry.getByText("Undone by you").waitFor({ state: "detached" });
  await entry.getByRole("link", { name: /, \$450, show rows$/ }).click();
  await page
    .getByRole("dialog", { name: "What Food, planned is made of" })
    .getByText("$450.00 from 1 row")
    .waitFor();
  await page.keyboard.press("Escape");
  await entry.getByRole("link", { name: /^Show/ }).click();
  await page.getByRole("row").filter({ hasText: "Food" }).filter({ hasText: "$450" }).waitFor();

  await rita.page.goto(`/activity?budget=${maya.user.id}`);
  await rita.page.getByText("Maya changed Food in December 2024 from $400 to $450").waitFor();
  await rita.page.getByText("Who changed what since the budget was shared with you.").waitFor();
  await rita.page.getByRole("button", { name: /^Undo/ }).waitFor({ state: "detached" });
});
