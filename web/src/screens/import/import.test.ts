import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { atLength } from "../../../../packages/test/at-length.ts";
import { expectToast, failOnce, newProvenUser, newUser, verifyEmail } from "../../../test/fixtures.ts";

const HEADER = "Date,Description,Amount\n";
const csv = (rows: readonly string[]) => ({
  name: "bank.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(HEADER + rows.join("\n")),
});
const BANK = [
  "2024-12-03,Market,-12.50",
  "2024-12-03,Market,-12.50",
  "2024-12-04,Cinema,-9.00",
  "2024-12-05,Pay,400.00",
  "2024-12-08,SHELL 4711 BERLIN,-40.00",
  "2024-12-09,To savings 12,-100.00",
];

const drop = (page: Page, rows: readonly string[]) =>
  page.locator("input[type=file]").setInputFiles(csv(rows));
const region = (page: Page) => page.getByRole("region", { name: "Rows of the files" });
const importButton = (page: Page, label: string) => page.getByRole("button", { name: label, exact: true });

test("imports each purchase once, whether typed or in overlapping files", async () => {
  const { page, category, transaction } = await newProvenUser();
  const food = await category("Food");
  await category("Salary", "income");
  await transaction(food, "Market", 12.5, "2024-12-03");
  await transaction(food, "Shell", 40, "2024-12-06");
  await page.goto("/import");
  await drop(page, BANK);
  await page.getByText("Already here").first().waitFor();
  // One of the two equal rows is a duplicate; the other one is proposed for the same category.
  await page.getByText("1 row will be added. 3 rows will wait in “To review”", { exact: false }).waitFor();

  await region(page).getByLabel("Category of Cinema", { exact: false }).selectOption("Food");
  await importButton(page, "Import 4 rows").waitFor();
  await region(page).getByLabel("Category of Pay", { exact: false }).selectOption("Salary");
  // Each correction keeps its offer.
  const offerOf = (name: string) => page.getByRole("status").filter({ hasText: `“${name}` });
  await offerOf("Cinema")
    .getByRole("button", { name: /^Always “/ })
    .waitFor();
  await offerOf("Pay")
    .getByRole("button", { name: /^Always “/ })
    .click();
  await expectToast(page, "Rule added");
  // The bank's row is the typed purchase, unless the person says otherwise.
  await region(page).getByText("already here as “Shell”, typed by you on Dec 6, 2024").waitFor();
  const both = page.getByRole("button", { name: "Keep both" });
  await both.click();
  await page.getByRole("button", { name: "It is the same" }).click();
  await both.waitFor();
  await region(page).getByLabel("Import To savings", { exact: false }).uncheck();
  await page.getByText("Left out: this row, “To savings 12”, in later files too.").waitFor();
  await importButton(page, "Import 3 rows").click();
  const done = "3 transactions were added, 2 were already here, 1 is left out from now on.";
  await page.getByText(done).waitFor();

  await page.getByRole("button", { name: "Import more" }).click();
  await drop(page, [...BANK.slice(2), "2024-12-10,To savings 13,-100.00", "2024-12-11,Cinema,-9.00"]);
  await importButton(page, "Import 2 rows").waitFor();
  await page.getByRole("tab", { name: /Left out ?1/ }).waitFor();
  await region(page).getByLabel("Import To savings 13", { exact: false }).uncheck();
  await page.getByRole("button", { name: "Leave out: every “To savings”" }).click();
  await expectToast(page, "Rule added");
  await page.getByRole("tab", { name: /Left out ?2/ }).waitFor();
  await importButton(page, "Import 1 row").click();
  await page.getByText("1 transaction was added, 3 were already here").waitFor();

  await page.getByRole("button", { name: "Import more" }).click();
  await drop(page, BANK);
  await page.getByText("None of these rows is new.").waitFor();
});

test("says what is wrong with a file", async () => {
  const { page, category } = await newProvenUser();
  await category("Food");
  await page.goto("/import");
  await page.locator("input[type=file]").setInputFiles({
    name: "photo.csv",
    mimeType: "text/csv",
    buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]),
  });
  await page.getByRole("alert").filter({ hasText: "This is a picture" }).waitFor();
  await drop(page, ["03/04/2024,Market,-1.00", "05/06/2024,Market,-2.00", "07/08/2024,Market,-3.00"]);
  await page.getByText("Please choose: nothing is imported until you do.").waitFor();
  await page.getByLabel("Day, month, year: 2024-04-03").click();
  await region(page).getByText("Apr 3, 2024").waitFor();
  await page.getByText("3 rows will wait in “To review”", { exact: false }).waitFor();
  await region(page).getByLabel("Category of Market", { exact: false }).first().selectOption("Food");
  await page.getByRole("button", { name: "Also the 2 rows like it" }).click();
  await importButton(page, "Import 3 rows").waitFor();

  // A purchase in two categories is entered as a split, which its row then matches.
  await region(page).getByRole("button", { name: "Split Market, Apr 3, 2024" }).click();
  await page.getByLabel("Category of line 1").selectOption({ index: 1 });
  await page.getByLabel("Category of line 2").selectOption({ index: 1 });
  await page.getByLabel("Amount of line 1").fill("0.01");
  await page.getByRole("dialog").getByRole("button", { name: "Add Transaction" }).click();
  await region(page).getByText("already here as “Market”, typed by you on Apr 3, 2024").waitFor();
  await importButton(page, "Import 2 rows").waitFor();
});

const table = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});

test("asks which way money went", async () => {
  const { page, category } = await newProvenUser();
  await category("Food");
  await page.goto("/import");
  const files = page.locator("input[type=file]");
  const card = ["Account:,1234567890", "Date,Description,Amount,Currency"];
  await files.setInputFiles(
    table("card.csv", [
      ...card,
      "2024-12-03,Kiosk,12.50,USD",
      "2024-12-04,Cinema,9.00,USD",
      "2024-12-05,Ferry,7.00,EUR",
    ]),
  );
  await page.getByRole("group", { name: "Is “Kiosk 12.50” (line 3) money you spent?" }).waitFor();
  // Until there is an answer, the question shows the lines as they are in the file.
  const decided = page.getByRole("list", { name: "Rows that the answer decides" });
  await decided.getByText("2024-12-03 · Kiosk · 12.50 · USD").waitFor();
  await page.getByLabel("Yes: amounts without a minus went out").click();
  await decided.getByText("-$12.50").waitFor();
  await page.getByText("CSV, account …7890, 3 rows, Dec 3, 2024 to Dec 5, 2024").waitFor();
  await page.getByText("1 line left out: 1 × It is in EUR, and your budget is not.").waitFor();
  await region(page).getByText("-$12.50").waitFor();
  // Each row names the answer that decided it, and links to it.
  await region(page).getByText("as you answered: direction").first().waitFor();
  await region(page).getByRole("button", { name: "direction" }).first().click();
  const questions = page.getByRole("region", { name: "Questions about card.csv" });
  await questions.locator(".import-question:focus").getByText("Is “Kiosk 12.50” (line 3)").waitFor();

  // A row in another currency is imported with a typed amount in the budget's currency.
  await page.getByText("1 row in another currency: give its amount in USD").click();
  await page.getByLabel("Ferry, Dec 5, 2024: -7.00 EUR").fill("7.35");
  await page.keyboard.press("Tab");
  await region(page).getByText("-$7.35").waitFor();
  await page.getByLabel("Ferry, Dec 5, 2024: -7.00 EUR").fill("");
  await page.keyboard.press("Tab");
  await page.getByText("1 line left out: 1 × It is in EUR, and your budget is not.").waitFor();

  // The next file of the account uses the answer, which one tap changes.
  await page.getByRole("button", { name: "Remove card.csv" }).click();
  await files.setInputFiles(
    table("next.csv", [...card, "2025-01-03,Museum,8.50,USD", "2025-01-04,Zoo,9.00,USD"]),
  );
  await page.getByText("As you answered for this account before", { exact: false }).waitFor();
  await region(page).getByText("-$8.50").waitFor();
  await page.getByLabel("No: amounts without a minus came in").click();
  await region(page).getByText("+$8.50").waitFor();
  await page.getByRole("button", { name: "Remove next.csv" }).click();

  await files.setInputFiles(table("odd.csv", ["aaa,bbb,ccc", "45629,7,Bakery", "45630,8,Market"]));
  await page.getByText("Which columns have the date and the amount?", { exact: false }).waitFor();
  await page.getByLabel("Column 1 holds", { exact: false }).selectOption("Date");
  await page.getByLabel("Column 2 holds", { exact: false }).selectOption("Amount");
  await page.getByRole("button", { name: "Read it like this" }).click();
  // The direction of the money is a separate question.
  await page.getByLabel("Yes: amounts without a minus went out").click();
  for (const name of ["Bakery, Dec 3, 2024", "Market, Dec 4, 2024"])
    await region(page).getByLabel(`Category of ${name}`).selectOption("Food");
  await importButton(page, "Import 2 rows").click();
  await page.getByText("2 transactions were added.").waitFor();
});

test("retries a portion when the connection was lost", async () => {
  const { page, category, transaction } = await newProvenUser();
  await transaction(await category("Food"), "Market", 1, "2023-12-03");
  await page.goto("/import");
  await drop(page, ["2024-12-03,Market,-2.00"]);
  await failOnce(page, "POST", "**/api/imports", "cut");
  await importButton(page, "Import 1 row").click();
  await page.getByText("1 transaction was added.").waitFor();
});

const MANY = atLength(10_000, 400);

test(`goes on after a reload where it was cut off, with ${MANY} rows`, async () => {
  const { page, category, transaction } = await newProvenUser();
  await transaction(await category("Food"), "Market", 1, "2023-12-03");
  await page.goto("/import");
  const rows = Array.from({ length: 250 }, (_, n) => `2024-12-03,Market,-${n + 1}.00`);
  await drop(page, rows);
  let calls = 0;
  await page.route("**/api/imports", (route) => {
    calls += 1;
    return calls === 2 ? undefined : route.continue();
  });
  await importButton(page, "Import 250 rows").click();
  await page.getByText("200 of 250 rows").waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("250 transactions were added.").waitFor();

  await page.getByRole("button", { name: "Import more" }).click();
  await drop(
    page,
    Array.from({ length: MANY }, (_, n) => `2024-12-03,Shop ${n},-${n + 1}.00`),
  );
  await region(page).getByText("Shop 0", { exact: true }).waitFor();
  await expect.poll(() => region(page).getByRole("listitem").count()).toBeLessThan(60);
  await region(page).focus();
  await page.keyboard.press("End");
  await region(page)
    .getByText(`Shop ${MANY - 1}`, { exact: true })
    .waitFor();
});

test("asks which of a category's goals a row counts toward", async () => {
  const { page, category, transaction, send } = await newProvenUser();
  const savings = await category("Savings");
  const food = await category("Food");
  const dates = { startDate: "2024-01-01", targetDate: "2027-12-31" };
  for (const name of ["Trip", "Car"])
    await send("POST", "/api/financial-goals", {
      ...{ name, targetAmount: 900, currentAmount: 0, categoryId: savings.id },
      ...dates,
    });
  for (const name of ["Lunch", "Tea house"]) await transaction(food, name, 9, "2024-12-04");
  await page.goto("/import");
  await drop(page, [
    "2024-12-01,Put aside,-100.00",
    "2024-12-15,Put aside,-50.00",
    "2024-12-21,Put aside,-25.00",
    "2024-12-04,Oro,-9.00",
  ]);
  await importButton(page, "Import 4 rows").waitFor();
  const choose = (what: string, option: string) =>
    region(page).getByLabel(what, { exact: false }).selectOption(option);
  await choose("Category of Oro", "Food");
  const oro = region(page).getByRole("listitem").filter({ hasText: "Oro" });
  await oro.getByText("Perhaps new").waitFor();
  await oro.getByText("2 of this amount were entered near this day").waitFor();

  await choose("Category of Put aside, Dec 1, 2024", "Savings");
  await page.getByRole("button", { name: "Also the 2 rows like it" }).click();
  await page.getByText("1 row will be added. 3 rows will wait", { exact: false }).waitFor();
  await page.getByRole("tab", { name: /To review ?3/ }).waitFor();
  await choose("Goal of Put aside, Dec 21, 2024", "No goal");
  await choose("Goal of Put aside, Dec 1, 2024", "Trip");
  const offer = page.getByRole("status").filter({ hasText: "goes into Savings, for Trip." });
  await offer.getByRole("button", { name: "Also the 1 row like it" }).click();
  await importButton(page, "Import 4 rows").click();
  await page.getByText("4 transactions were added").waitFor();
  const reply = await page.request.get("/api/financial-goals");
  const held = (await reply.json()).map(({ name, currentAmount }: Record<string, unknown>) => [
    name,
    currentAmount,
  ]);
  expect(Object.fromEntries(held)).toEqual({ Trip: 150, Car: 0 });
});

test("asks whether a row with a settlement's amount is that settlement", async () => {
  const maya = await newProvenUser();
  const ana = await newUser("Ana");
  await verifyEmail(ana);
  const { page, user, send } = maya;
  await maya.category("Food");
  await send("POST", "/api/share-budget", { email: ana.person.email, permissionType: "member" });
  await ana.page.goto(`/?budget=${user.id}`);
  await expect
    .poll(async () => (await (await page.request.get("/api/ledger")).json()).members.length)
    .toBe(2);
  const settlement = { from: user.id, to: ana.user.id, amount: 80, date: "2024-12-04" };
  await send("POST", "/api/settlements", settlement);

  await page.goto("/import");
  await drop(page, ["2024-12-05,Card 4711,-80.00", "2024-12-06,Cinema,-9.00"]);
  const row = region(page).getByRole("listitem").filter({ hasText: "Card 4711" });
  await row.getByText("has the amount of a settlement recorded near this day").waitFor();
  await row.getByRole("button", { name: "It is the settlement" }).click();
  await row.getByText("recorded as a settlement: neither income nor spending").waitFor();
  expect(await row.getByLabel("Category of", { exact: false }).count()).toBe(0);
  await region(page).getByLabel("Category of Cinema", { exact: false }).selectOption("Food");
  await importButton(page, "Import 1 row").click();
  await page.getByText("1 transaction was added").waitFor();
});

test("moves a household of YNAB in", async () => {
  const person = await newUser();
  const { page } = person;
  const register = table("register.csv", [
    '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"',
    '"Bank","","11/01/2024","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,$900.00,"Cleared"',
    '"Bank","","11/20/2024","Market","Daily: Food","Daily","Food","",$40.00,$0.00,"Cleared"',
    '"Bank","","12/20/2024","Market","Daily: Food","Daily","Food","Split (1/2) bread",$4.00,$0.00,"Cleared"',
    '"Bank","","12/20/2024","Market","Daily: Food","Daily","Food","Split (2/2) soap",$6.00,$0.00,"Cleared"',
  ]);
  const plan = table("plan.csv", [
    '"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"',
    '"Nov 2024","Home: Rent","Home","Rent",$500.00,$0.00,$500.00',
    '"Nov 2024","Daily: Food","Daily","Food",$100.00,-$40.00,$60.00',
    '"Dec 2024","Home: Rent","Home","Rent",-$30.00,$0.00,$470.00',
    '"Dec 2024","Daily: Food","Daily","Food",$20.00,-$10.00,$70.00',
  ]);
  await page.goto("/import");
  await page.locator("input[type=file]").setInputFiles(register);
  // The reasons for a refusal are shown before the import.
  await page.getByText("Verify your email address first, with the link in your inbox.").waitFor();
  expect(await importButton(page, "Import 3 rows").isDisabled()).toBe(true);
  await verifyEmail(person);
  await page.goto("/import");
  await page.locator("input[type=file]").setInputFiles([register, plan]);
  await page.getByText("2 categories that you do not have: Rent, Food.").waitFor();
  await page.getByText("They start in December 2024 with the amount available in YNAB.").waitFor();
  await page.getByText("1 planned amount below zero", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Add 2 categories and 3 planned amounts" }).click();
  await expectToast(page, "Categories and plans added");
  // Before the import, the comparison shows what is missing.
  await page.getByRole("button", { name: "Compare with YNAB" }).click();
  const missing = page.getByText("$10.00 that was spent is missing here", { exact: false });
  await missing.waitFor();
  await importButton(page, "Import 3 rows").click();
  await page.getByText("3 transactions were added.").waitFor();
  await page.getByText("All equal: 4 figures in 2 months.").waitFor();
  // The split is one purchase, which its own file recognizes.
  const [bought] = await (
    await page.request.get("/api/transactions?startDate=2024-12-01&endDate=2024-12-31")
  ).json();
  expect(bought).toMatchObject({ description: "Market", paymentId: expect.any(Number) });
  await page.getByRole("button", { name: "Import more" }).click();
  await page.locator("input[type=file]").setInputFiles([register, plan]);
  await page.getByText("None of these rows is new.").waitFor();
  await page.getByRole("button", { name: "Compare with YNAB" }).click();
  await page.getByRole("link", { name: "Food available, $70.00, show rows" }).click();
  await page.getByRole("heading", { name: /Food/ }).waitFor();
});
