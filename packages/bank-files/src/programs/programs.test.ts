import { cents } from "@coffer/domain/money/money";
import { transactionsCsv } from "@coffer/domain/portability/export";
import { AMERICAN } from "@coffer/domain/text/locale";
import { toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { readText, reasons, rowsOf, STARTED, TRANSFER } from "../../test/as-imported.ts";

const read = (...lines: string[]) => readText(lines.join("\n"), toDay(2027, 11, 21));

describe("Actual Budget", () => {
  test("brings the export of all accounts, the parts of splits instead of their sum", async () => {
    const file = await read(
      "Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared",
      "Bank,2026-11-25,Market,apples,Food,-12.5,0,Cleared",
      "Bank,2026-11-25,Shop,(SPLIT INTO 2) ,,0,-30,Cleared",
      "Bank,2026-11-25,Shop,(SPLIT 1 OF 2) fruit,Food,-20,0,Cleared",
      "Bank,2026-11-25,Shop,(SPLIT 2 OF 2) ,Home,-10,0,Cleared",
      "Bank,2026-11-25,Visa,,,-100,0,Not cleared",
      "Visa,2026-11-25,Bank,,,100,0,Not cleared",
      "Bank,2026-11-01,Starting Balance,,Starting Balances,900,0,Reconciled",
      "Bank,2026-11-27,ACME,,Income,2500,0,Cleared",
    );
    expect(file.source).toBe("Actual Budget");
    expect(rowsOf(file)).toEqual([
      ["2026-11-25", "Market", 1250, "expense", "Food"],
      ["2026-11-25", "Shop", 2000, "expense", "Food"],
      ["2026-11-25", "Shop", 1000, "expense", "Home"],
      ["2026-11-27", "ACME", 250_000, "income", "Income"],
    ]);
    expect(file.rows.map(({ row }) => row.notes)).toEqual(["apples", "fruit", undefined, undefined]);
    expect(reasons(file)).toEqual(["Its amount is zero.", TRANSFER, TRANSFER, STARTED]);
  });

  test("brings the export of one account, which names groups and guards formulas", async () => {
    const file = await read(
      "Account,Date,Payee,Notes,Category,Amount,Cleared,Reconciled",
      "Bank,2026-11-25,'=SUM(A1),,Everyday: Food,-12.5,true,false",
    );
    expect(rowsOf(file)).toEqual([["2026-11-25", "=SUM(A1)", 1250, "expense", "Food"]]);
    expect(file.categories).toEqual([{ name: "Food", type: "expense", group: "Everyday" }]);
  });
});

describe("Firefly III", () => {
  const HEADER =
    "user_id,group_id,journal_id,created_at,updated_at,group_title,type,currency_code,amount,foreign_currency_code,foreign_amount,primary_currency_code,pc_amount,pc_foreign_amount,description,date,source_name,source_iban,source_type,destination_name,destination_iban,destination_type,reconciled,category,budget,bill,tags,notes";
  const line = (type: string, amount: string, description: string, category: string, budget: string) =>
    `1,2,3,2026-11-25T10:00:00+01:00,2026-11-25T10:00:00+01:00,,${type},EUR,${amount},,,EUR,${amount},,${description},2026-11-25T00:00:00+01:00,Bank,,"Asset account",Shop,,"Expense account",,${category},${budget},,,by card`;

  test("brings withdrawals and deposits, with its budgets where there is no category", async () => {
    const file = await read(
      HEADER,
      line("Withdrawal", "-12.50", "Market", "Food", "Monthly"),
      line("Withdrawal", "'-3.50", "Kiosk", "", "Fun"),
      line("Deposit", "2500.00", "ACME", "Salary", ""),
      line("Transfer", "100.00", "Saving", "", ""),
      line("Opening balance", "900.00", "Initial balance", "", ""),
      line("Reconciliation", "1.00", "Reconciliation", "", ""),
    );
    expect(rowsOf(file)).toEqual([
      ["2026-11-25", "Market", 1250, "expense", "Food"],
      ["2026-11-25", "Kiosk", 350, "expense", "Fun"],
      ["2026-11-25", "ACME", 250_000, "income", "Salary"],
    ]);
    expect(reasons(file)).toEqual([TRANSFER, STARTED, "It corrects the balance of an account."]);
    expect(file.source).toBe("Firefly III");
  });

  test("brings what was planned for its budgets", async () => {
    const file = await read(
      "user_id,budget_id,name,active,order,start_date,end_date,currency_code,amount",
      "1,1,Fun,1,1,2026-11-01,2026-11-30,EUR,120.00",
      "1,1,Fun,1,1,soon,2026-11-30,EUR,120.00",
    );
    expect(file.plans).toEqual([{ category: "Fun", type: "expense", month: "2026-11", projected: 12_000 }]);
    expect(file.unreadable).toEqual([{ line: 3, reason: "“soon” is not a date." }]);
  });
});

test("Monarch brings merchants and categories, without moves between accounts", async () => {
  const file = await read(
    "Date,Merchant,Category,Account,Original Statement,Notes,Amount,Tags,Owner",
    "2026-11-25,Market,Groceries,Visa,MARKET 4711,apples,-12.50,,Shared",
    "2026-11-26,Market,Groceries,Visa,MARKET 4711,,2.50,,Shared",
    "2026-11-26,Kiosk,Uncategorized,Visa,KIOSK,,-1.00,,Shared",
    "2026-11-27,ACME,Paychecks,Bank,ACME PAYROLL,,2500.00,,Ana",
    "2026-11-28,Visa,Credit Card Payment,Bank,PAYMENT,,-100.00,,Ana",
  );
  expect(file.source).toBe("Monarch");
  expect(rowsOf(file)).toEqual([
    ["2026-11-25", "Market", 1250, "expense", "Groceries"],
    ["2026-11-26", "Market", 250, "refund", "Groceries"],
    ["2026-11-26", "Kiosk", 100, "expense", undefined],
    ["2026-11-27", "ACME", 250_000, "income", "Paychecks"],
  ]);
  expect(reasons(file)).toEqual([TRANSFER]);
});

test("Mint says by its transaction type which way the money went", async () => {
  const file = await read(
    '"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"',
    '"11/25/2026","Market","MARKET 4711","12.50","debit","Groceries","Visa","",""',
    '"11/27/2026","ACME","ACME PAYROLL","2500.00","credit","Paycheck","Bank","",""',
    '"11/28/2026","Visa","PAYMENT","100.00","debit","Credit Card Payment","Bank","",""',
  );
  expect(file.source).toBe("Mint");
  expect(rowsOf(file)).toEqual([
    ["2026-11-25", "Market", 1250, "expense", "Groceries"],
    ["2026-11-27", "ACME", 250_000, "income", "Paycheck"],
  ]);
  expect(reasons(file)).toEqual([TRANSFER]);
});

test.each([
  ["with a minus before what went out", "-$12.50", "$2.00", "$2,500.00"],
  ["without signs", "12.50", "", "2500.00"],
])("EveryDollar brings items in their groups, %s", async (_form, spent, refunded, earned) => {
  const file = await read(
    "Group,Item,Type,Date,Merchant,Amount,Note",
    `Food,Groceries,Expense,11/25/2026,Market,${spent},apples`,
    ...(refunded ? [`Food,Groceries,Expense,11/26/2026,Market,${refunded},`] : []),
    `Income,Paycheck 1,Income,11/27/2026,ACME,"${earned}",`,
  );
  expect(file.source).toBe("EveryDollar");
  expect(rowsOf(file)).toEqual([
    ["2026-11-25", "Market", 1250, "expense", "Groceries"],
    ...(refunded ? [["2026-11-26", "Market", 200, "refund", "Groceries"]] : []),
    ["2026-11-27", "ACME", 250_000, "income", "Paycheck 1"],
  ]);
  expect(file.categories).toEqual([
    { name: "Groceries", type: "expense", group: "Food" },
    { name: "Paycheck 1", type: "income", group: "Income" },
  ]);
  expect(file.questions).toEqual([]);
});

describe("Lunch Money", () => {
  const HEADER =
    "transaction_id,date,payee,original_name,amount,currency,category,category_group,account_name,notes,recurring_id";

  test("brings payees, categories and groups", async () => {
    const file = await read(
      HEADER,
      "1,2026-11-25,Market,MARKET 4711,-12.5000,eur,Groceries,Food,Visa,apples,",
      '2,2026-11-26,Visa,PAYMENT,-100.0000,eur,"Payment, Transfer",,Bank,,',
      "3,2026-11-27,ACME,ACME,2500.0000,eur,Salary,,Bank,,",
    );
    expect(file.source).toBe("Lunch Money");
    expect(rowsOf(file)).toEqual([
      ["2026-11-25", "Market", 1250, "expense", "Groceries"],
      ["2026-11-27", "ACME", 250_000, "income", "Salary"],
    ]);
    expect(file.categories[0]).toEqual({ name: "Groceries", type: "expense", group: "Food" });
    expect(reasons(file)).toEqual([TRANSFER]);
  });

  test("may write expenses without a minus, and is asked about", async () => {
    const file = await read(
      HEADER,
      "1,2026-11-25,Market,MARKET,12.5000,eur,Groceries,,Visa,,",
      "2,2026-11-26,Kiosk,KIOSK,2.0000,eur,Fun,,Visa,,",
    );
    expect(file.questions).toEqual(["sign"]);
    // Nothing comes in before it is answered.
    expect([file.rows.length, file.file.waiting]).toEqual([0, 2]);
  });
});

test("what Coffer writes as CSV comes back as it was", async () => {
  const transaction = (id: number, description: string, amount: number) => ({
    id,
    date: toDay(2026, 11, id),
    description,
    amount: cents(amount),
    type: "expense" as const,
    categoryId: 1,
    notes: null,
    createdAt: 0,
  });
  const written = transactionsCsv(
    [
      { ...transaction(1, '=1+1, "quoted"', 1250), notes: "two\nlines" },
      { ...transaction(2, "Market", 250), refund: true },
      { ...transaction(3, "ACME", 250_000), type: "income", categoryId: 2 },
    ],
    [
      { id: 1, name: "Groceries" },
      { id: 2, name: "Salary" },
    ],
    [],
    AMERICAN,
  );
  const file = await read(written);
  expect(file.source).toBe("Coffer");
  expect(rowsOf(file)).toEqual([
    ["2026-11-01", '=1+1, "quoted"', 1250, "expense", "Groceries"],
    ["2026-11-02", "Market", 250, "refund", "Groceries"],
    ["2026-11-03", "ACME", 250_000, "income", "Salary"],
  ]);
  expect(file.questions).toEqual([]);
});
