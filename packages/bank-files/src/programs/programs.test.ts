import { cents } from "@coffer/domain/money/money";
import { transactionsCsv } from "@coffer/domain/portability/export";
import { AMERICAN } from "@coffer/domain/text/locale";
import { toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { asImported, readText, reasons, rowsOf, STARTED, TRANSFER } from "../../test/as-imported.ts";
import { readBankFile } from "../read.ts";

const read = (...lines: string[]) => readText(lines.join("\n"), toDay(2027, 11, 21));

const FIREFLY =
  "user_id,group_id,journal_id,group_title,type,currency_code,amount,description,date,source_name,destination_name,category,budget,notes";
const COPILOT =
  "date,name,amount,status,category,parent category,excluded,tags,type,account,account mask,note,recurring";
const LUNCH_MONEY = "date,payee,original_name,amount,currency,category,category_group,account_name,notes";
const WALLET =
  "account;category;currency;amount;ref_currency_amount;type;payment_type;note;date;transfer;payee;labels";
const SIMPLIFI =
  ",account,state,postedOn,payee,usage,category,tags,notes,amount,action,security,description,quantity,price,commission";

/**
 * An export of each program, if possible with a purchase and its group, a refund, income, a row without a category, a
 * split, both halves of a transfer, and an amount in another currency.
 */
const PROGRAMS = [
  [
    "YNAB",
    '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"',
    [
      '"Visa","","2026-11-25","Market","Daily: Food","Daily","Food","",$12.50,$0.00,"Cleared"',
      '"Visa","","2026-11-26","Market","Daily: Food","Daily","Food","",$0.00,$2.50,"Cleared"',
      '"Bank","","2026-11-27","ACME","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,$2500.00,"Cleared"',
      '"Bank","","2026-11-27","Kiosk","","","","",$1.00,$0.00,"Cleared"',
      '"Visa","","2026-11-28","Shop","Daily: Food","Daily","Food","Split (1/3) veg",$20.00,$0.00,"Cleared"',
      '"Visa","","2026-11-28","Transfer : Bank","","","","Split (2/3) ",$5.00,$0.00,"Cleared"',
      '"Visa","","2026-11-28","Shop","Home: Repairs","Home","Repairs","Split (3/3) ",$10.00,$0.00,"Cleared"',
      '"Bank","","2026-11-28","Transfer : Visa","","","","",$0.00,$5.00,"Cleared"',
      '"Bank","","2026-11-28","Gym","Hidden Categories: Sports","Hidden Categories","Sports","",$9.00,$0.00,"Cleared"',
    ],
    { groups: ["Daily", null, "Home"], income: "Income", moves: 2, hidden: ["Sports"] },
  ],
  [
    "Actual Budget",
    "Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared",
    [
      "Visa,2026-11-25,Market,,Daily,Food,-12.5,0,Cleared",
      "Visa,2026-11-26,Market,,Daily,Food,2.5,0,Cleared",
      "Bank,2026-11-27,ACME,,Income,Pay,2500,0,Cleared",
      "Bank,2026-11-27,Kiosk,,,,-1,0,Cleared",
      "Visa,2026-11-28,Shop,(SPLIT INTO 2) ,,,0,-30,Cleared",
      "Visa,2026-11-28,Shop,(SPLIT 1 OF 2) veg,Daily,Food,-20,0,Cleared",
      "Visa,2026-11-28,Shop,(SPLIT 2 OF 2) ,Home,Repairs,-10,0,Cleared",
      "Bank,2026-11-28,Visa,,,,-5,0,Cleared",
      "Visa,2026-11-28,Bank,,,,5,0,Cleared",
    ],
    { groups: ["Daily", "Income", "Home"], income: "Pay", moves: 2 },
  ],
  [
    "Firefly III",
    FIREFLY,
    [
      "1,1,1,,Withdrawal,USD,-12.50,Market,2026-11-25T00:00:00+01:00,Visa,Shop,Food,Daily,",
      "1,2,2,,Deposit,USD,2500.00,ACME,2026-11-27T00:00:00+01:00,ACME,Bank,Pay,,",
      "1,3,3,,Withdrawal,USD,-1.00,Kiosk,2026-11-27T00:00:00+01:00,Bank,Kiosk,,,",
      "1,4,4,Shop,Withdrawal,USD,-20.00,Vegetables,2026-11-28T00:00:00+01:00,Visa,Shop,Food,,",
      "1,4,5,Shop,Withdrawal,USD,-10.00,Tools,2026-11-28T00:00:00+01:00,Visa,Shop,Repairs,,",
      "1,5,6,,Transfer,USD,5.00,Card bill,2026-11-28T00:00:00+01:00,Bank,Visa,,,",
      "1,6,7,,Withdrawal,EUR,-3.00,Paris,2026-11-28T00:00:00+01:00,Visa,Café,Food,,",
    ],
    {
      groups: [null, null, null],
      income: "Pay",
      moves: 1,
      foreign: "EUR",
      hasNoRefund: true,
      texts: ["Vegetables", "Tools"],
    },
  ],
  [
    "Monarch",
    "Date,Merchant,Category,Account,Original Statement,Notes,Amount,Tags",
    [
      "2026-11-25,Market,Food,Visa,MARKET 1,,-12.50,",
      "2026-11-26,Market,Food,Visa,MARKET 1,,2.50,",
      "2026-11-27,ACME,Pay,Bank,ACME,,2500.00,",
      "2026-11-27,Kiosk,Uncategorized,Bank,KIOSK,,-1.00,",
      "2026-11-28,Visa,Credit Card Payment,Bank,PAYMENT,,-5.00,",
      "2026-11-28,Bank,Transfer,Visa,PAYMENT,,5.00,",
    ],
    { groups: [null, null], income: "Pay", moves: 2 },
  ],
  [
    "Mint",
    '"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"',
    [
      '"11/25/2026","Market","MARKET 1","12.50","debit","Food","Visa","",""',
      '"11/26/2026","Market","MARKET 1","2.50","credit","Food","Visa","",""',
      '"11/27/2026","ACME","ACME","2500.00","credit","Pay","Bank","",""',
      '"11/27/2026","Kiosk","KIOSK","1.00","debit","Uncategorized","Bank","",""',
      '"11/28/2026","Visa","PAYMENT","5.00","debit","Credit Card Payment","Bank","",""',
      '"11/28/2026","Bank","PAYMENT","5.00","credit","Transfer","Visa","",""',
    ],
    { groups: [null, null], income: "Pay", moves: 2 },
  ],
  [
    "Lunch Money",
    LUNCH_MONEY,
    [
      "2026-11-25,Market,MARKET 1,-12.5000,usd,Food,Daily,Visa,",
      "2026-11-26,Market,MARKET 1,2.5000,usd,Food,Daily,Visa,",
      "2026-11-27,ACME,ACME,2500.0000,usd,Pay,,Bank,",
      "2026-11-27,Kiosk,KIOSK,-1.0000,usd,,,Bank,",
      '2026-11-28,Visa,PAYMENT,-5.0000,usd,"Payment, Transfer",,Bank,',
      "2026-11-28,Paris,CAFE,-3.0000,eur,Food,Daily,Visa,",
    ],
    { groups: ["Daily", null], income: "Pay", moves: 1, foreign: "EUR" },
  ],
  [
    "Quicken Simplifi",
    SIMPLIFI,
    [
      ',"Visa","CLEARED","11/25/2026","Market","","Daily:Food","","","-$12.50","","","","","",""',
      ',"Visa","CLEARED","11/26/2026","Market","","Daily:Food","","","$2.50","","","","","",""',
      ',"Bank","CLEARED","11/27/2026","ACME","","Pay","","","$2,500.00","","","","","",""',
      ',"Bank","CLEARED","11/27/2026","Kiosk","","","","","-$1.00","","","","","",""',
      ',"Visa","CLEARED","11/28/2026","Shop","","SPLIT","","","$0.00","","","","","",""',
      ',,,,,,"Daily:Food","",,"-20.00",,,,,,',
      ',,,,,,"Home:Repairs","",,"-10.00",,,,,,',
      ',"Bank","CLEARED","11/28/2026","Online Payment","","Visa","","","-$5.00","","","","","",""',
      ',"Visa","CLEARED","11/28/2026","Online Payment","","Bank","","","$5.00","","","","","",""',
    ],
    { groups: ["Daily", null, "Home"], income: "Pay", moves: 2 },
  ],
  [
    "Copilot",
    COPILOT,
    [
      "2026-11-25,Market,12.50,posted,Food,Daily,false,,regular,Visa,1,,",
      "2026-11-26,Market,-2.50,posted,Food,Daily,false,,regular,Visa,1,,",
      "2026-11-27,ACME,-2500.00,posted,Pay,,false,,income,Bank,2,,",
      "2026-11-27,Kiosk,1.00,posted,,,false,,regular,Bank,2,,",
      "2026-11-28,Visa,5.00,posted,,,true,,internal transfer,Bank,2,,",
      "2026-11-28,Bank,-5.00,posted,,,true,,internal transfer,Visa,1,,",
    ],
    { groups: ["Daily", null], income: "Pay", moves: 2 },
  ],
  [
    "Goodbudget",
    "Date,Envelope,Account,Name,Notes,Amount,Status,Details",
    [
      "11/25/2026,Food,Visa,Market,,-12.50,,",
      "11/26/2026,Food,Visa,Market,,2.50,,",
      '11/27/2026,[Unallocated],Bank,ACME,,"2,500.00",,',
      "11/27/2026,,Bank,Kiosk,,-1.00,,",
      "11/28/2026,,Visa,Shop,,-30.00,,Food|-20.00||Repairs|-10.00",
      "11/28/2026,,Bank,Account Transfer: Visa,,-5.00,,",
      "11/28/2026,,Bank,Envelope Transfer,,-7.00,,Fill Envelopes",
    ],
    { groups: [null, null, null], income: "Income", moves: 1 },
  ],
  [
    "Wallet",
    WALLET,
    [
      "Visa;Food;USD;-12.5;-12.5;Expenses;Card;;2026-11-25 10:00:00;false;Market;",
      "Bank;Pay;USD;2500;2500;Income;Transfer;;2026-11-27 10:00:00;false;ACME;",
      "Bank;;USD;-1;-1;Expenses;Cash;;2026-11-27 10:00:00;false;Kiosk;",
      "Bank;TRANSFER;USD;-5;-5;Expenses;Transfer;;2026-11-28 10:00:00;true;;",
      "Visa;TRANSFER;USD;5;5;Income;Transfer;;2026-11-28 10:00:00;true;;",
      "Visa;Food;EUR;-3;-3.2;Expenses;Card;;2026-11-28 10:00:00;false;Paris;",
    ],
    { groups: [null, null], income: "Pay", moves: 2, foreign: "EUR", hasNoRefund: true },
  ],
  [
    "Spendee",
    "Date,Wallet,Type,Category name,Amount,Currency,Note,Labels,Author",
    [
      "2026-11-25T11:58:51+00:00,Visa,Expense,Food,-12.50,USD,Market,,Ana",
      "2026-11-27T11:58:51+00:00,Bank,Income,Pay,2500,USD,ACME,,Ana",
      "2026-11-27T11:58:51+00:00,Bank,Expense,,-1,USD,Kiosk,,Ana",
      "2026-11-28T11:58:51+00:00,Bank,Outgoing Transfer,,-5,USD,To Visa,,Ana",
      "2026-11-28T11:58:51+00:00,Visa,Incoming Transfer,,5,USD,From Bank,,Ana",
      "2026-11-28T11:58:51+00:00,Visa,Expense,Food,-3,EUR,Paris,,Ana",
    ],
    { groups: [null, null], income: "Pay", moves: 2, foreign: "EUR", hasNoRefund: true },
  ],
  [
    "EveryDollar",
    "Group,Item,Type,Date,Merchant,Account,Amount,Note",
    [
      "Daily,Food,expense,11/25/2026,Market,Visa,-12.50,",
      "Daily,Food,expense,11/26/2026,Market,Visa,2.50,",
      "Income,Pay,income,11/27/2026,ACME,Bank,2500.00,",
      ",,expense,11/27/2026,Kiosk,Bank,-1.00,",
      "Debt,Car loan,debt,11/28/2026,Lender,Bank,-50.00,",
      "Savings,Trip,fund,11/28/2026,Airline,Visa,-60.00,",
    ],
    { groups: ["Daily", "Income", "Debt", "Savings"], income: "Pay", moves: 0 },
  ],
] as const;

test.each(PROGRAMS)(
  "%s brings purchases, refunds, income, splits, groups and transfers",
  async (name, header, lines, wanted) => {
    const file = await read(header, ...lines);
    expect([file.source, file.unreadable, file.questions]).toEqual([name, [], []]);
    const rows = rowsOf(file);
    expect(rows).toContainEqual(["2026-11-25", "Market", 1250, "expense", "Food"]);
    expect(rows).toContainEqual(["2026-11-27", "ACME", 250_000, "income", wanted.income]);
    expect(rows).toContainEqual(["2026-11-27", "Kiosk", 100, "expense", undefined]);
    if (!("hasNoRefund" in wanted))
      expect(rows).toContainEqual(["2026-11-26", "Market", 250, "refund", "Food"]);
    expect(reasons(file).filter((reason) => reason === TRANSFER)).toHaveLength(wanted.moves);
    const visible = file.categories.filter(({ hidden }) => !hidden);
    expect(visible.map(({ group = null }) => group)).toEqual(wanted.groups);
    const hidden = "hidden" in wanted ? wanted.hidden : [];
    expect(file.categories.filter((one) => one.hidden).map((one) => one.name)).toEqual(hidden);
    const foreign = "foreign" in wanted ? [wanted.foreign] : [];
    expect(
      file.file.rows.flatMap(({ currency }) => (currency && currency !== "USD" ? currency : [])),
    ).toEqual(foreign);
    const split = file.file.rows.filter((row) => row.split);
    if (lines.some((line) => /Repairs/.test(line))) {
      const texts = "texts" in wanted ? wanted.texts : ["Shop", "Shop"];
      expect(split.map(({ description, amount, category }) => [description, amount, category])).toEqual([
        [texts[0], -2000, "Food"],
        [texts[1], -1000, "Repairs"],
      ]);
      expect(new Set(split.map((row) => row.split?.of)).size).toBe(1);
    } else expect(split).toEqual([]);
  },
);

test.each(PROGRAMS)(
  "of an export of %s that is cut off anywhere no amount is misread",
  async (_name, header, lines) => {
    // An amount without its last digits is another amount.
    const large = lines.map((line) => line.replaceAll(/(?<=[-$,;"]-?)5(?=[.,;])/g, "56789"));
    const text = [header, ...large].join("\n");
    const whole = new Set((await read(text)).file.rows.map(({ date, amount }) => `${date} ${amount}`));
    for (let end = text.lastIndexOf("\n") + 1; end < text.length; end++) {
      const cut = await read(text.slice(0, end));
      const strange = cut.file.rows.filter(({ date, amount }) => !whole.has(`${date} ${amount}`));
      expect([text.slice(0, end).split("\n").at(-1), strange]).toEqual([expect.anything(), []]);
    }
  },
);

describe("EveryDollar's budget", () => {
  const HEADER = "Group,Item,Planned,Spent,Remaining";
  const LINES = [
    "Income,Pay,2500.00,2500.00,0.00",
    "Daily,Food,400.00,-12.50,387.50",
    "Savings,Trip,0.00,0.00,900.00",
  ];
  const budget = async (name: string) => {
    const bytes = new TextEncoder().encode(`\uFEFF${[HEADER, ...LINES].join("\n")}`);
    return asImported(await readBankFile({ name, bytes }, { today: toDay(2026, 11, 21) }));
  };

  test("has its month in the name of the file", async () => {
    const file = await budget("07-2026-EveryDollar-BudgetItems.csv");
    expect(file.plans).toEqual([{ category: "Food", type: "expense", month: "2026-07", projected: 40_000 }]);
    expect([file.unreadable, file.questions]).toEqual([[], []]);
  });

  test("cannot be read without a month in the name", async () => {
    const { plans, unreadable } = await budget("budget.csv");
    expect([plans, unreadable.map(({ reason }) => reason?.slice(0, 46))]).toEqual([
      [],
      ["EveryDollar says the month in the name of the ", "EveryDollar says the month in the name of the "],
    ]);
  });
});

test("Goodbudget's details are ignored if they do not add up to their row", async () => {
  const header = "Date,Envelope,Account,Name,Notes,Amount,Status,Details";
  const file = await read(
    header,
    "11/25/2026,Food,Visa,Shop,,-30.00,,Food|-20.00||Home|-5.00",
    "11/26/2026,Food,Visa,Shop,,-30.00,,Food|20.00||Home|10.00",
  );
  expect(rowsOf(file)).toEqual([
    ["2026-11-25", "Shop", 3000, "expense", "Food"],
    ["2026-11-26", "Shop", 2000, "expense", "Food"],
    ["2026-11-26", "Shop", 1000, "expense", "Home"],
  ]);
});

describe("Actual Budget", () => {
  test("reads the export of all accounts, with the parts of splits instead of their sum", async () => {
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

  test("reads the export of one account, with groups and guarded formulas", async () => {
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

  test("reads withdrawals and deposits", async () => {
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

  test("reads the plans of its budgets", async () => {
    const file = await read(
      "user_id,budget_id,name,active,order,start_date,end_date,currency_code,amount",
      "1,1,Fun,1,1,2026-11-01,2026-11-30,EUR,120.00",
      "1,1,Fun,1,1,soon,2026-11-30,EUR,120.00",
    );
    expect(file.plans).toEqual([{ category: "Fun", type: "expense", month: "2026-11", projected: 12_000 }]);
    expect(file.unreadable).toEqual([{ line: 3, reason: "“soon” is not a date." }]);
  });
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

  test("reads payees, categories and groups", async () => {
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

  test("may have expenses without a minus", async () => {
    const file = await read(
      HEADER,
      "1,2026-11-25,Market,MARKET,12.5000,eur,Groceries,,Visa,,",
      "2,2026-11-26,Kiosk,KIOSK,2.0000,eur,Fun,,Visa,,",
    );
    expect(file.questions).toEqual(["sign"]);
    // There are no rows before it is answered.
    expect([file.rows.length, file.file.waiting]).toEqual([0, 2]);
  });
});

test("Coffer's own CSV is read without loss", async () => {
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

describe("Wallet in another language", () => {
  test.each(["Расходы Доход", "Uitgaven Inkomsten", "Menot Tulot", "支出 収入", "Kosten? Was"])(
    "%s",
    async (words) => {
      const [out, into] = words.split(" ");
      const file = await read(
        WALLET,
        `Visa;Food;USD;-12.5;-12.5;${out};Card;;2026-11-25 10:00:00;false;Market;`,
        `Bank;Pay;USD;2500;2500;${into};Transfer;;2026-11-27 10:00:00;false;ACME;`,
      );
      expect(rowsOf(file).map(([, , amount, type]) => [amount, type])).toEqual([
        [1250, "expense"],
        [250_000, "income"],
      ]);
    },
  );

  test("leaves out a row without a sign and a known type", async () => {
    const file = await read(
      WALLET,
      "Visa;Food;USD;12.5;12.5;Kosten?;Card;;2026-11-25 10:00:00;false;Market;",
    );
    expect(file.rows).toEqual([]);
    expect(reasons(file)).toEqual(["“Kosten?” says neither income nor expense."]);
  });
});

test("MoneyWiz has payees and descriptions, and the other account of a transfer", async () => {
  const file = await read(
    "Name,Current balance,Account,Transfers,Description,Payee,Category,Date,Time,Memo,Amount,Currency,Check #,Tags",
    "Main,488.66,,,,,,,,,,EUR,,",
    ",,Main,,Groceries,Market,Food ► Groceries,26/11/2026,10:11,,-12.34,EUR,,",
    ",,Main,Savings,Move,,,25/11/2026,10:11,,-100.00,EUR,,",
  );
  expect(rowsOf(file)).toEqual([["2026-11-26", "Market", 1234, "expense", "Groceries"]]);
  expect(reasons(file)).toEqual([TRANSFER]);
});

test("GnuCash may name a transaction only in its first row", async () => {
  const file = await read(
    "Date,Transaction ID,Number,Description,Memo,Full Account Name,Account Name,Amount Num.",
    "2026-11-25,a1,,Market,,Assets:Main,Main,-12.34",
    ",,,,,Expenses:Food,Food,12.34",
    '2026-11-26,a2,,ACME,,Assets:Main,Main,"2,500.00"',
    ',,,,,Income:Pay,Pay,"-2,500.00"',
  );
  expect(rowsOf(file)).toEqual([
    ["2026-11-25", "Market", 1234, "expense", "Food"],
    ["2026-11-26", "ACME", 250_000, "income", "Pay"],
  ]);
});
