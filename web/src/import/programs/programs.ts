import { CSV_HEADER } from "@coffer/domain/portability/export";
import { monthOf, monthOfDay } from "@coffer/domain/time/month";
import { separated } from "../csv/columns.ts";
import { quoted } from "../parsed-file.ts";
import { type Adapt, type Cell, categoryKey, type Program, withCategory } from "./program.ts";

const COLUMNS = { date: ["Date"], amount: ["Amount"], notes: ["Notes"], category: ["Category"] };

/** Actual Budget's export of transactions: of one account with "Group: Category", of all with the category alone. */
const ACTUAL: Program = {
  name: "Actual Budget",
  header: ["Account", "Date", "Payee", "Notes", "Category", "Amount"],
  columns: { ...COLUMNS, description: ["Payee"] },
  outIs: "negative",
  adapt: (cellsIn) => {
    const accounts = new Set(cellsIn("Account"));
    return (row, cell) => {
      if (!row.category && accounts.has(cell("Payee"))) return "transfer";
      const isOpening =
        /^starting balance/i.test(cell("Payee")) || /(^|: )starting balances$/i.test(row.category ?? "");
      if (isOpening) return "opening";
      const [, group, name] = /^([^:]+): (.+)$/.exec(row.category ?? "") ?? [];
      const { notes, ...others } = row;
      const ownNotes = notes?.replace(/^\(SPLIT \d{1,4} OF \d{1,4}\) ?/, "");
      const own = ownNotes ? { ...others, notes: ownNotes } : others;
      return withCategory(own, name ?? row.category, group);
    };
  },
};

const COFFER: Program = {
  name: "Coffer",
  header: CSV_HEADER,
  columns: { ...COLUMNS, description: ["Description"] },
  outIs: "negative",
  adapt: () => (row) => withCategory(row, row.category),
};

/** Firefly III's export of transactions. Its budgets are what Coffer's categories are: they name what has none. */
const FIREFLY: Program = {
  name: "Firefly III",
  header: separated("journal_id, type, amount, description, date, source_name, destination_name, category"),
  columns: { ...COLUMNS, description: ["description"], currency: ["currency_code"] },
  adapt: () => (row, cell) => {
    const type = cell("type").toLowerCase();
    if (type === "transfer") return "transfer";
    if (type === "opening balance") return "opening";
    if (type === "reconciliation" || type === "liability credit") return "correction";
    const { refund: _, ...plain } = withCategory(row, row.category ?? cell("budget"));
    return { ...plain, type: type === "deposit" ? "income" : "expense" };
  },
};

/** Firefly III's export of budgets: what was planned from a day to another, taken for the month it begins in. */
const FIREFLY_BUDGETS: Program = {
  name: "Firefly III",
  header: ["budget_id", "name", "start_date", "end_date", "amount"],
  columns: { date: ["start_date"], amount: ["amount"], category: ["name"] },
  plans: {
    categoryOf: (cell) => categoryKey(cell("name")),
    monthOf(text, order, file) {
      const date = file.date(text, order);
      return "problem" in date ? date : { value: monthOfDay(date.value) };
    },
  },
};

/** Lunch Money writes expenses with or without a minus, as the account is set: it is found, or the person chooses. */
const LUNCH_MONEY: Program = {
  name: "Lunch Money",
  header: ["date", "payee", "amount", "currency", "category", "account_name"],
  columns: { ...COLUMNS, description: ["payee", "original_name"], currency: ["currency"] },
  adapt: () => (row, cell) =>
    /^payment, transfer$|^transfers?$/i.test(row.category ?? "")
      ? "transfer"
      : withCategory(row, row.category, cell("category_group")),
};

/** Categories of Mint and Monarch that move money between accounts. */
const MOVES = /^(transfer|credit card payment|balance adjustments?|transfer for cash spending)s?$/i;

const withoutTransfers: Adapt = (row) =>
  MOVES.test(row.category ?? "") ? "transfer" : withCategory(row, row.category);

const MONARCH: Program = {
  name: "Monarch",
  header: ["Date", "Merchant", "Category", "Account", "Original Statement", "Amount"],
  columns: { ...COLUMNS, description: ["Merchant"] },
  outIs: "negative",
  adapt: () => withoutTransfers,
};

/** Mint's amounts have no sign: the transaction type says debit or credit. */
const MINT: Program = {
  name: "Mint",
  header: separated(`
    Date, Description, Original Description, Amount, Transaction Type, Category, Account Name
  `),
  columns: { ...COLUMNS, description: ["Description"], direction: ["Transaction Type"] },
  adapt: () => withoutTransfers,
};

/** YNAB's "Export plan" gives two files: the register of transactions, and the plan, once called budget. */
const YNAB: Program = {
  name: "YNAB",
  header: ["Account", "Date", "Payee", "Memo", "Outflow", "Inflow", "Cleared"],
  columns: { date: ["Date"], out: ["Outflow"], in: ["Inflow"], description: ["Payee"], notes: ["Memo"] },
  adapt: () => (row, cell) => {
    const [group, name] = ynabCategory(cell);
    if (/^transfer ?: /i.test(row.description) && !name) return "transfer";
    if (/^inflow$/i.test(group) || /^(to be budgeted|ready to assign)$/i.test(name)) {
      if (/^starting balance$/i.test(row.description)) return "opening";
      return withCategory(row, "Income");
    }
    return withCategory(row, name, group);
  },
};

const YNAB_PLAN: Program = {
  name: "YNAB",
  header: ["Month", "Category Group", "Category", "Activity", "Available"],
  columns: { date: ["Month"], amount: ["Assigned", "Budgeted"], category: ["Category"] },
  plans: {
    categoryOf(cell) {
      const [group, name] = ynabCategory(cell);
      const isPlan = !/^(inflow|credit card payments|hidden categories)$/i.test(group);
      return isPlan ? categoryKey(name, group) : undefined;
    },
    /** "Aug 2026", "August 2026" or "2026-08". */
    monthOf(text, _, file) {
      const [, year, month] = /^(\d{4})[-/](\d{1,2})$/.exec(text.trim()) ?? [];
      const day = file.date(`1 ${text.trim()}`, "dmy");
      const value =
        year && month ? monthOf(Number(year), Number(month)) : "value" in day && monthOfDay(day.value);
      return value ? { value } : { problem: `${quoted(text)} is not a month.` };
    },
  },
};

/** Group and name, which old exports have in one column, "Group: Name", only. */
function ynabCategory(cell: Cell): [group: string, name: string] {
  const both = cell("Category Group/Category");
  const colon = both.indexOf(": ");
  const group = cell("Category Group") || cell("Master Category") || both.slice(0, Math.max(0, colon));
  const name = cell("Category") || cell("Sub Category") || both.slice(colon < 0 ? 0 : colon + 2);
  return [group, name];
}

/** Programs with more columns first: a header may be part of another. */
export const PROGRAMS: readonly Program[] = [
  FIREFLY,
  FIREFLY_BUDGETS,
  COFFER,
  MINT,
  YNAB,
  YNAB_PLAN,
  LUNCH_MONEY,
  MONARCH,
  ACTUAL,
];
