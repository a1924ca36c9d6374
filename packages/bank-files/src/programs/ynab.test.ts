import { toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { readText, reasons, rowsOf, STARTED, TRANSFER } from "../../test/as-imported.ts";

const read = (...lines: string[]) => readText(lines.join("\n"), toDay(2027, 11, 21));
const CARD = "It is money kept for a card's bill. The card's purchases are in their own categories.";

describe("YNAB", () => {
  const REGISTER =
    '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"';
  const register = (...lines: string[]) => read(`\uFEFF${REGISTER}`, ...lines);

  test("reads the register with its categories and groups", async () => {
    const file = await register(
      '"Visa","","11/25/2026","Market","Everyday: Groceries","Everyday","Groceries","apples",$1042.50,$0.00,"Cleared"',
      '"Visa","","11/26/2026","Market","Everyday: Groceries","Everyday","Groceries","",$0.00,$5.00,"Cleared"',
      '"Bank","","11/27/2026","ACME","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,"$2,500.00","Cleared"',
      '"Bank","","11/28/2026","Kiosk","","","","",$2.00,$0.00,"Uncleared"',
    );
    expect(file.source).toBe("YNAB");
    expect(rowsOf(file)).toEqual([
      ["2026-11-25", "Market", 104_250, "expense", "Groceries"],
      ["2026-11-26", "Market", 500, "refund", "Groceries"],
      ["2026-11-27", "ACME", 250_000, "income", "Income"],
      ["2026-11-28", "Kiosk", 200, "expense", undefined],
    ]);
    expect(file.categories).toEqual([
      { name: "Groceries", type: "expense", group: "Everyday" },
      { name: "Income", type: "income" },
    ]);
    expect(file.rows[0]?.row.notes).toBe("apples");
  });

  test("leaves out transfers and starting balances", async () => {
    const file = await register(
      '"Bank","","11/25/2026","Transfer : Visa","","","","",$100.00,$0.00,"Cleared"',
      '"Bank","","11/01/2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,$900.00,"Reconciled"',
      '"Bank","","11/25/2026","Transfer : House fund","Home: Repairs","Home","Repairs","",$10.00,$0.00,"Cleared"',
    );
    expect(reasons(file)).toEqual([TRANSFER, STARTED]);
    expect(rowsOf(file)).toEqual([["2026-11-25", "Transfer : House fund", 1000, "expense", "Repairs"]]);
  });

  test("asks for the order of its dates, which depends on the person's settings", async () => {
    const file = await register('"Bank","","01/05/2026","Kiosk","","","","",€2.00,€0.00,"Cleared"');
    expect(file.questions).toEqual(["dateOrder"]);
  });

  test("adds the group to a name that two groups have", async () => {
    const file = await register(
      '"Visa","","11/25/2026","A","Ana: Fun","Ana","Fun","",$1.00,$0.00,""',
      '"Visa","","11/25/2026","B","Ben: Fun","Ben","Fun","",$1.00,$0.00,""',
    );
    expect(file.categories.map(({ name }) => name)).toEqual(["Fun (Ana)", "Fun (Ben)"]);
    expect(rowsOf(file).map((row) => row[4])).toEqual(["Fun (Ana)", "Fun (Ben)"]);
  });

  test("reads a category for expenses as one even if refunds are larger", async () => {
    const file = await register(
      '"Bank","","11/25/2026","Insurer","Health: Doctors","Health","Doctors","",$0.00,$80.00,"Cleared"',
      '"Bank","","11/26/2026","Gym","Hidden Categories: Sports","Hidden Categories","Sports","",$20.00,$0.00,"Cleared"',
      '"Bank","","11/27/2026","ACME","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,$10.00,"Cleared"',
      '"Bank","","11/28/2026","ACME","Inflow: Ready to Assign","Inflow","Ready to Assign","",$30.00,$0.00,"Cleared"',
      '"Bank","","11/28/2026","Reconciliation Balance Adjustment","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,$3.00,"Cleared"',
    );
    expect(rowsOf(file)).toEqual([
      ["2026-11-25", "Insurer", 8000, "refund", "Doctors"],
      ["2026-11-26", "Gym", 2000, "expense", "Sports"],
      ["2026-11-27", "ACME", 1000, "income", "Income"],
      ["2026-11-28", "ACME", 3000, "expense", undefined],
    ]);
    expect(file.categories).toEqual([
      { name: "Doctors", type: "expense", group: "Health" },
      { name: "Sports", type: "expense", hidden: true },
      { name: "Income", type: "income" },
    ]);
    expect(reasons(file)).toEqual(["It corrects the balance of an account."]);
  });

  test("leaves out accounts outside the budget", async () => {
    const file = await register(
      '"Bank","","11/01/2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,$900.00,"Cleared"',
      '"House","","11/01/2026","Starting Balance","","","","",$0.00,$90000.00,"Cleared"',
      '"House","","11/13/2026","Worth more","","","","",$0.00,$500.00,"Cleared"',
      '"Bank","","11/14/2026","Shop","Everyday: Food","Everyday","Food","Split (1/3) fruit",$20.00,$0.00,"Cleared"',
      '"Bank","","11/14/2026","Shop","Home: Repairs","Home","Repairs","Split (2/3) ",$10.00,$0.00,"Cleared"',
      '"Bank","","11/14/2026","Transfer : Wallet","","","","Split (3/3) cash",$30.00,$0.00,"Cleared"',
    );
    expect(reasons(file)).toEqual([STARTED, STARTED, "Its account is outside YNAB's budget.", TRANSFER]);
    expect(rowsOf(file)).toEqual([
      ["2026-11-14", "Shop", 2000, "expense", "Food"],
      ["2026-11-14", "Shop", 1000, "expense", "Repairs"],
    ]);
    expect(file.rows.map(({ row }) => row.notes)).toEqual(["fruit", undefined]);
  });
});

const PLAN = [
  ["Oct 2026", "Everyday", "Groceries", "450.00", "-420.10", "29.90"],
  ["Oct 2026", "Everyday", "Gifts", "1200.00", "0.00", "1200.00"],
  ["Nov 2026", "Everyday", "Groceries", "500.00", "-45.00", "484.90"],
  ["Nov 2026", "Everyday", "Gifts", "-20.00", "0.00", "1180.00"],
  ["Nov 2026", "Everyday", "Fun", "0.00", "0.00", "0.00"],
  ["Nov 2026", "Credit Card Payments", "Visa", "9.00", "0.00", "9.00"],
  ["Nov 2026", "Hidden Categories", "Sports", "0.00", "0.00", "3.00"],
  ["Sometime", "Everyday", "Fun", "5.00", "0.00", "0.00"],
] as const;

const kept = (activity: number, available: number) => ({ activity, available });
const PLANNED = [
  { category: "Groceries", month: "2026-10", projected: 45_000, kept: kept(-42_010, 2_990) },
  { category: "Gifts", month: "2026-10", projected: 120_000, kept: kept(0, 120_000) },
  { category: "Groceries", month: "2026-11", projected: 50_000, kept: kept(-4_500, 48_490) },
  { category: "Gifts", month: "2026-11", projected: -2_000, kept: kept(0, 118_000) },
  { category: "Fun", month: "2026-11", projected: 0, kept: kept(0, 0) },
  { category: "Sports", month: "2026-11", projected: 0, kept: kept(0, 300) },
].map((plan) => ({ ...plan, type: "expense" }));

type Written = (typeof PLAN)[number];
const amounts = (line: Written, write: (text: string) => string) => line.slice(3).map(write);
const quotes = (...texts: readonly string[]) => texts.map((text) => `"${text}"`);
const dollars = (text: string) => `"${text.replace(/^(-?)/, "$1$")}"`;
const euros = (text: string) => `${text.replace(".", ",").replace(/(?=\d{3},)(?<=\d)/, ".")}€`;
const crowns = (text: string) => text.replace(/^(-?)/, "$1kr ").replace(".", ",");

const MODERN = ["Month", "Category Group/Category", "Category Group", "Category"];
const FORMS = [
  [
    "with commas and dollars",
    [
      quotes(...MODERN, "Assigned", "Activity", "Available").join(","),
      ...PLAN.map((line) => {
        const [month, group, name] = line;
        return [...quotes(month, `${group}: ${name}`, group, name), ...amounts(line, dollars)].join(",");
      }),
    ],
  ],
  [
    "with tabs and euros, of an earlier year",
    [
      quotes(...MODERN, "Budgeted", "Activity", "Available").join("\t"),
      ...PLAN.map((line) => {
        const [month, group, name] = line;
        return [...quotes(month, `${group}: ${name}`, group, name), ...amounts(line, euros)].join("\t");
      }),
    ],
  ],
  [
    "of YNAB 4, with long months and crowns",
    [
      quotes(
        "Month",
        "Category",
        "Master Category",
        "Sub Category",
        "Budgeted",
        "Outflows",
        "Category Balance",
      ).join("\t"),
      ...PLAN.map((line) => {
        const [month, group, name] = line;
        const long = month.replace("Oct", "October").replace("Nov", "November");
        return [...quotes(long, `${group}: ${name}`, group, name), ...amounts(line, crowns)].join("\t");
      }),
    ],
  ],
] as const;

describe.each(FORMS)("the plan %s", (_form, lines) => {
  test("reads the planned, spent and available amounts", async () => {
    const file = await read(...lines);
    expect(file.source).toBe("YNAB");
    expect(file.plans).toEqual(PLANNED);
    expect(file.categories).toEqual([
      { name: "Groceries", type: "expense", group: "Everyday" },
      { name: "Gifts", type: "expense", group: "Everyday" },
      { name: "Fun", type: "expense", group: "Everyday" },
      { name: "Sports", type: "expense", hidden: true },
    ]);
    expect(file.rows).toEqual([]);
    expect(reasons(file)).toEqual([CARD]);
    expect(file.unreadable).toEqual([{ line: 9, reason: "“Sometime” is not a month." }]);
    expect(file.questions).toEqual([]);
  });
});

test("YNAB 4's register has groups as master categories", async () => {
  const file = await read(
    '"Account"\t"Flag"\t"Check Number"\t"Date"\t"Payee"\t"Category"\t"Master Category"\t"Sub Category"\t"Memo"\t"Outflow"\t"Inflow"\t"Cleared"\t"Running Balance"',
    '"Bank"\t""\t""\t"01/11/2013"\t"Starting Balance"\t"Income: Available this month"\t"Income"\t"Available this month"\t""\t€0,00\t€900,00\t"C"\t€900,00',
    '"Bank"\t""\t""\t"14/11/2013"\t"Market"\t"Everyday: Food"\t"Everyday"\t"Food"\t"(Split 1/2) fruit"\t€1.012,50\t€0,00\t"C"\t-€112,50',
    '"Bank"\t""\t""\t"14/11/2013"\t"Gym"\t"Hidden Categories: Monthly ` Sports ` 12"\t"Hidden Categories"\t"Monthly ` Sports ` 12"\t""\t€5,00\t€0,00\t"C"\t-€117,50',
    '"Bank"\t""\t""\t"27/11/2013"\t"ACME"\t"Income: Available next month"\t"Income"\t"Available next month"\t""\t€0,00\t€2.500,00\t"C"\t€2.382,50',
  );
  expect(reasons(file)).toEqual([STARTED]);
  expect(rowsOf(file)).toEqual([
    ["2013-11-14", "Market", 101_250, "expense", "Food"],
    ["2013-11-14", "Gym", 500, "expense", "Sports"],
    ["2013-11-27", "ACME", 250_000, "income", "Income"],
  ]);
  expect(file.categories).toEqual([
    { name: "Food", type: "expense", group: "Everyday" },
    { name: "Sports", type: "expense", group: "Monthly", hidden: true },
    { name: "Income", type: "income" },
  ]);
});
