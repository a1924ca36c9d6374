import { expect, test } from "vitest";
import {
  expectToast,
  messageBeside,
  newProvenUser,
  newUser,
  screenLink,
  verifyEmail,
} from "../../../test/fixtures.ts";

test("keeps accounts with balances typed in one line", async () => {
  const { page } = await newUser("Maya", { holdToasts: true });
  await page.goto("/ahead");
  await page.getByRole("button", { name: "Add your first account" }).click();
  const dialog = page.getByRole("dialog", { name: "Add account" });
  await dialog.getByLabel("Name").fill("Checking");
  await dialog.getByLabel("Balance").fill("2024-12-01 1,234.50");
  await dialog.getByRole("button", { name: "Add account" }).click();
  await expectToast(page, "Account created");
  const checking = page.getByRole("listitem").filter({ hasText: "Checking" });
  await checking.getByText("$1,234.50").waitFor();
  await checking.getByText("Current account · can be spent · Dec 1, 2024").waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expectToast(page, "Undone");
  await page.getByText("No accounts yet.").waitFor();
  await page.getByRole("button", { name: "Redo" }).first().click();
  await checking.getByText("$1,234.50").waitFor();

  const line = page.getByLabel("New balance of Checking");
  await line.fill("2999-01-01 5");
  await line.press("Enter");
  expect(await messageBeside(line)).toBe("Jan 1, 2999 is not over yet: enter today's balance");
  await line.fill("2024-12-24 -50");
  await line.press("Enter");
  await expectToast(page, "Balance recorded", "For “Checking”.");
  await checking.getByText("-$50.00").waitFor();
  expect(await line.inputValue()).toBe("");

  await page.getByRole("button", { name: "Add account" }).click();
  await dialog.getByLabel("Name").fill("House");
  await dialog.getByLabel("Kind").selectOption("Loan");
  await dialog.getByLabel("Balance").fill("2024-12-02 250,000");
  await dialog.getByLabel("Interest").fill("3,9 %");
  await dialog.getByLabel("Paid each month").fill("1,200");
  await dialog.getByRole("button", { name: "Add account" }).click();
  await expectToast(page, "Account created");
  const house = page.getByRole("listitem").filter({ hasText: "House" });
  await house.getByText("Loan · 3.9 % a year").waitFor();
  await house.getByText("-$250,000.00").waitFor();
  const worth = page.getByRole("region", { name: "Net worth" });
  await worth.getByText("-$250,050.00").first().waitFor();
  const slider = worth.getByRole("slider", { name: "Net worth day by day" });
  await slider.press("Home");
  expect(await slider.getAttribute("aria-valuetext")).toBe("Dec 1, 2024: $1,234.50");

  await worth.getByRole("link", { name: /^Net worth, / }).click();
  const sums = page.getByRole("dialog", { name: "What Net worth is made of" });
  await sums.getByRole("link", { name: "Checking" }).click();
  const panel = page.getByRole("dialog", { name: "What Checking is made of" });
  await panel.getByText("-$1,284.50").waitFor();
  await panel.getByRole("button", { name: "Delete the balance of Dec 24, 2024" }).click();
  await expectToast(page, "Balance deleted");
  await panel.getByRole("button", { name: "Close Checking" }).click();
  await expectToast(page, "Account closed", "“Checking”");
  await page.keyboard.press("Escape");
  await checking.getByText("Closed", { exact: true }).waitFor();
  await checking.getByText("$0.00").waitFor();
  await worth.getByText("-$250,000.00").first().waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await checking.getByText("$1,234.50").waitFor();

  await page.getByRole("button", { name: "Edit House" }).click();
  const edit = page.getByRole("dialog", { name: "Edit account" });
  await edit.getByLabel("Interest").fill("two");
  await edit.getByRole("button", { name: "Save changes" }).click();
  expect(await messageBeside(edit.getByLabel("Interest"))).toBe("Rate must be 0 to 1,000 percent a year");
  await edit.getByLabel("Interest").fill("0");
  await edit.getByLabel("Account in files").fill("DE89 3704");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Account updated");
  await house.getByText("0 % a year").waitFor();
  await page.getByRole("button", { name: "Delete House" }).click();
  await expectToast(page, "Account deleted");
  await house.waitFor({ state: "hidden" });
  await screenLink(page, "Activity").click();
  await page.getByText("You deleted the account House").waitFor();
});

test("is visible to members and to guests who can edit everything", async () => {
  const [maya, rita] = [await newUser("Maya"), await newUser("Rita")];
  await verifyEmail(rita);
  const account = await maya.send("POST", "/api/accounts", {
    name: "Checking",
    kind: "current",
    isSpendable: true,
  });
  await maya.send("PUT", `/api/accounts/${account.id}/points/2024-12-01`, { amount: 500 });
  const share = (permissionType: string) =>
    maya.send("POST", "/api/share-budget", { email: rita.person.email, permissionType });
  await share("view_only");
  const { page } = rita;
  await page.goto(`/ahead?budget=${maya.user.id}`);
  await page.getByText("This budget’s accounts are not shared with you").waitFor();
  await screenLink(page, "Year").waitFor();
  expect(await screenLink(page, "Money ahead").count()).toBe(0);
  await share("full_access");
  await page.reload();
  await screenLink(page, "Money ahead").waitFor();
  await page.getByRole("listitem").filter({ hasText: "Checking" }).getByText("$500.00").waitFor();
});

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test("answers what can be afforded wherever it is asked", async () => {
  const { page, context, category, send } = await newUser("Maya", { holdToasts: true });
  const furniture = await category("Furniture");
  const account = { name: "Checking", kind: "current", isSpendable: true };
  const { id } = await send("POST", "/api/accounts", account);
  await page.goto("/ahead");
  const ask = page.getByLabel("Can we afford it?");
  await ask.fill("900 sofa");
  await page
    .getByText("Enter the balance of an account that can be spent from: the line begins there.")
    .first()
    .waitFor();
  const line = page.getByLabel("New balance of Checking");
  await line.fill(`${dayFromNow(-2)} 2,000`);
  await line.press("Enter");
  await page.getByText("Lowest on").waitFor();
  await page.getByText("No income is expected: plan some, or add your pay as recurring income.").waitFor();
  await ask.fill(`900 sofa ${dayFromNow(3)}`);
  await page.getByText(/^Yes; on .* \$1,100\.00 is left\.$/).waitFor();
  await ask.fill("2,500 kitchen next month");
  await page.getByText(/^No; on .* \$500\.00 is missing/).waitFor();
  await ask.fill(`100 paint ${dayFromNow(-3)}`);
  await page.getByText("That day is over: ask about today or a later day.").waitFor();

  await ask.fill(`900 sofa ${dayFromNow(3)}`);
  await page.getByRole("button", { name: "Make it so" }).click();
  const dialog = page.getByRole("dialog", { name: "Make it so" });
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Sofa");
  await dialog.getByRole("button", { name: "Make it so" }).click();
  expect(await messageBeside(dialog.getByLabel("Category", { exact: true }))).toBe("Category is required");
  await dialog.getByLabel("Category", { exact: true }).selectOption("Furniture");
  await dialog.getByRole("button", { name: "Make it so" }).click();
  await expectToast(page, "Subscription created");
  await ask.fill("1000 bed in 9 months");
  await page.getByText(/^Yes; on .* \$100\.00 is left\.$/).waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await page.getByText(/^Yes; on .* \$1,000\.00 is left\.$/).waitFor();

  await page.getByRole("link", { name: /^Lowest day, \$2,000\.00/ }).click();
  const why = page.getByRole("dialog", { name: "What Money ahead is made of" });
  await why.getByText("Checking", { exact: true }).waitFor();
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Go to" });
  await palette.getByRole("combobox").waitFor();
  await context.setOffline(true);
  await palette.getByRole("combobox").fill("can we afford a 1500 sofa in january?");
  await palette.getByRole("option", { name: /^Yes; on .* \$500\.00 is left\. Afford$/ }).click();
  await page.getByText("$1,500.00 · sofa · Jan 1", { exact: false }).waitFor();
  await context.setOffline(false);

  const bought = { description: "Desk", amount: 100, date: dayFromNow(0), type: "expense" };
  const desk = await send("POST", "/api/transactions", { ...bought, categoryId: furniture.id });
  await page.goto("/transactions");
  await page.getByRole("button", { name: "Edit Desk" }).click();
  await page.getByRole("button", { name: "Spread its plan" }).click();
  const spread = page.getByRole("dialog", { name: "Spread its plan" });
  await spread.getByText("$0.00 + $33.34 = $33.34").waitFor();
  await spread.getByRole("radio", { name: "6 months" }).check();
  await spread.getByText("$0.00 + $16.66 = $16.66").first().waitFor();
  await spread.getByRole("button", { name: "Spread", exact: true }).click();
  await expectToast(page, "Months planned");
  const [year, month] = dayFromNow(0).split("-");
  const asked = `/api/budgets?month=${Number(month)}&year=${year}&categoryId=${furniture.id}`;
  const planned = async () =>
    JSON.parse(await page.evaluate(`fetch(${JSON.stringify(asked)}).then((reply) => reply.text())`));
  expect(await planned()).toMatchObject([{ projected: 16.67, actual: 100 }]);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expectToast(page, "Undone");
  expect(await planned()).toMatchObject([{ projected: 0, actual: 100 }]);
  await send("DELETE", `/api/transactions/${desk.id}`);

  await page.goto("/");
  const card = page.getByRole("region", { name: "Money ahead" });
  await card.getByLabel("Can we afford it?").fill("1200 sofa today");
  await card.getByText(/^Yes; on .* \$800\.00 is left\.$/).waitFor();
  await send("DELETE", `/api/accounts/${id}`);
  const accounts = page.waitForResponse("**/api/accounts");
  await page.reload();
  await page.getByRole("region", { name: "Recent Transactions" }).waitFor();
  await accounts;
  await card.waitFor({ state: "detached" });
});

test("records the balance that a file states", async () => {
  const { page, category, send } = await newProvenUser();
  const food = await category("Food");
  const compact = (day: string) => day.replaceAll("-", "");
  const [start, bought, end] = [dayFromNow(-40), dayFromNow(-20), dayFromNow(-10)];
  await page.goto("/import");
  await page.locator("input[type=file]").setInputFiles({
    name: "bank.ofx",
    mimeType: "application/x-ofx",
    buffer: Buffer.from(
      `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>1<ACCTID>4711<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT
<DTPOSTED>${compact(bought)}<TRNAMT>-20.00<FITID>1<NAME>Market</STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>812.40<DTASOF>${compact(end)}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    ),
  });
  await page.getByText("The file states a balance: $812.40 on ", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Record in a new account" }).click();
  await expectToast(page, "Balance recorded");
  await page.getByText("The file states a balance", { exact: false }).waitFor({ state: "hidden" });
  const row = { date: bought, description: "Market", amount: 20, type: "expense", categoryId: food.id };
  const [account] = JSON.parse(await page.evaluate("fetch('/api/accounts').then((reply) => reply.text())"));
  await send("PUT", `/api/accounts/${account.id}/points/${start}`, { amount: 874.5 });
  const rows = [{ ...row, account: account.accountInFile, reference: "ofx:1" }];
  await send("POST", "/api/imports", { batch: "one-small-file", source: "OFX", rows });
  await page.goto(`/ahead?why=%22account-${account.id}%22`);
  const panel = page.getByRole("dialog", { name: /is made of$/ });
  const difference = panel.getByText("$42.10 left the account without an imported row.", { exact: false });
  const agreed = panel.getByText("Its balances agree with the imported rows until", { exact: false });
  await panel.getByRole("button", { name: "It is explained" }).click();
  await expectToast(page, "Difference explained");
  await agreed.waitFor();
  await panel.getByRole("button", { name: "Undo" }).click();
  await difference.waitFor();
  await panel.getByRole("button", { name: "Add to review" }).click();
  await expectToast(page, "Added to review");
  await agreed.waitFor();
});
