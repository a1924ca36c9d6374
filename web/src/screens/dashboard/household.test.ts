import { DEFAULT_TIME_ZONE } from "@coffer/domain/time/timezone";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE } from "../../../test/browser.ts";
import { expectToast, navigate, newUser, screenLink, verifyEmail } from "../../../test/fixtures.ts";

const balance = (page: Page) => page.getByRole("region", { name: "Who owes whom" });

test("lets two people share a named budget", async () => {
  // In the time zone of their accounts: who leaves pays for purchases until that day.
  const timeZone = DEFAULT_TIME_ZONE;
  // The first member gets the remaining cent.
  const maya = await newUser("Maya", { timeZone });
  const ana = await newUser("Ana", { timeZone, viewport: PHONE });
  await Promise.all([verifyEmail(maya), verifyEmail(ana)]);
  const food = await maya.category("Food");
  await maya.transaction(food, "Before Ana", 500, "2024-12-03");
  await maya.send("POST", "/api/share-budget", { email: ana.person.email, permissionType: "full_access" });
  const { page: phone } = ana;
  await phone.goto(`/?budget=${maya.user.id}`);
  await phone.getByText("Recent Transactions").waitFor();

  const { page } = maya;
  await page.goto("/settings");
  const name = page.getByLabel("Name of the budget");
  await name.fill("Us");
  await name.press("Enter");
  await expectToast(page, "Budget named", "It is called “Us” now.");
  await page.getByRole("complementary", { name: "Rail" }).getByRole("link", { name: "Us" }).waitFor();
  await page.getByRole("button", { name: "Make a member" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make a member" }).click();
  await page.getByRole("list", { name: "Members" }).getByText("Ana Stone").waitFor();

  await screenLink(page, "Transactions").click();
  await page.getByRole("button", { name: "Add Transaction" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add Transaction" });
  await dialog.getByLabel("Description").fill("Rent");
  await dialog.getByLabel("Amount").fill("900");
  await dialog.getByLabel("Category").selectOption("Food");
  await dialog.getByLabel("For", { exact: true }).selectOption("By percentage");
  await dialog.getByLabel("Ana, percent").fill("150");
  await dialog.getByText("A percentage is 0 to 100, with at most two decimals").waitFor();
  await dialog.getByLabel("Ana, percent").fill("40");
  await expect.poll(() => dialog.getByLabel("Maya, percent").inputValue()).toBe("60");
  await dialog.getByRole("button", { name: "Add Transaction" }).click();
  await expectToast(page, "Transaction created");

  await navigate(phone, `/transactions?budget=${maya.user.id}`);
  await phone.getByRole("button", { name: "Add Transaction" }).first().click();
  const own = phone.getByRole("dialog", { name: "Add Transaction" });
  await own.getByLabel("Description").fill("Market");
  await own.getByLabel("Amount").fill("86.41");
  await own.getByLabel("Category").selectOption("Food");
  await own
    .getByLabel("For", { exact: true })
    .getByText("As the category says: equally")
    .waitFor({ state: "attached" });
  await own.getByRole("button", { name: "Add Transaction" }).click();
  await expectToast(phone, "Transaction created");

  // 900.00 × 40 % − 43.21: the remaining cent of 86.41 is the first member's.
  await screenLink(page, "Dashboard").click();
  await balance(page).getByText("Ana owes Maya $316.79").waitFor();
  await balance(page).getByRole("link").click();
  const rows = page.getByRole("dialog", { name: "What Ana owes Maya is made of" });
  await rows.getByText("Market").waitFor();
  await expect.poll(() => rows.getByText("Before Ana").count()).toBe(0);
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Shared with Ana Stone" }).waitFor();
  expect(await page.title()).toBe("Dashboard · Us · Coffer");

  const settle = async (amount: string) => {
    await balance(page).getByRole("button", { name: "Settle up" }).click();
    const settling = page.getByRole("dialog", { name: "Settle up" });
    await settling.getByLabel("Ana paid Maya").fill(amount);
    await settling.getByRole("button", { name: "Record payment" }).click();
  };
  await settle("100");
  await balance(page).getByText("Ana owes Maya $216.79").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await balance(page).getByText("Ana owes Maya $316.79").waitFor();
  await settle("400");
  await expectToast(page, "Payment recorded", "$83.21 is credit: Maya owes it to Ana.");
  await balance(page).getByText("Maya owes Ana $83.21").waitFor();

  await phone.goto(`/settings?budget=${maya.user.id}`);
  const leave = phone.getByRole("list", { name: "Members" }).getByRole("button", { name: "Leave" });
  await leave.click();
  await phone.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await leave.waitFor({ state: "detached" });
  await page.goto("/");
  await balance(page).getByText("Maya owes Former member $83.21").waitFor();
  await maya.send("POST", "/api/share-budget", { email: ana.person.email, permissionType: "member" });
  const headers = { "x-budget-owner": String(maya.user.id) };
  const owed = await (await ana.context.request.get("/api/balance", { headers })).json();
  expect(owed).toEqual([{ from: maya.user.id, to: ana.user.id, amount: 83.21 }]);
  expect((await page.getByRole("main").textContent())?.toLowerCase()).not.toContain("guest");
});

test("shows a start page to somebody who has left all budgets", async () => {
  const [maya, ana] = await Promise.all([newUser("Maya"), newUser("Ana")]);
  await verifyEmail(ana);
  await maya.send("POST", "/api/share-budget", { email: ana.person.email, permissionType: "member" });
  await ana.page.goto(`/?budget=${maya.user.id}`);
  const members = async () => (await (await maya.context.request.get("/api/ledger")).json()).members;
  await expect.poll(members).toHaveLength(2);
  await maya.send("DELETE", `/api/ledger/members/${maya.user.id}`);
  const { page } = maya;
  await page.goto("/budget");
  await page.getByText("No budget is open").waitFor();
  await ana.context.request.post("/api/share-budget", {
    data: { email: maya.person.email, permissionType: "member" },
    headers: { "x-budget-owner": String(maya.user.id) },
  });
  await page.goto("/settings");
  await page.getByText("Profile Information").waitFor();
  await expect.poll(() => page.getByText("Budget Sharing").count()).toBe(0);
});
