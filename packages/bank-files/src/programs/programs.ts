import { CSV_HEADER, readDetails } from "@coffer/domain/portability/export";
import { monthOf, monthOfDay } from "@coffer/domain/time/month";
import type { FileRow } from "../bank-file.ts";
import { type GridRow, textOf } from "../grid/grid.ts";
import { directionOf, isMove } from "../table/cell-words.ts";
import { readPlainAmount } from "../text/amount.ts";
import { plain, quoted } from "../text/plain.ts";
import { GNUCASH, SPLITWISE, YNAB, YNAB_4_PLAN, YNAB_PLAN } from "./conversions.ts";
import {
  type Adapt,
  CORRECTION,
  categoryKey,
  columnFinder,
  inCategory,
  moved,
  NO_CATEGORY,
  OPENING,
  type Program,
  splitCounter,
} from "./program.ts";

const COLUMNS = { date: ["Date"], amount: ["Amount"], notes: ["Notes"], category: ["Category"] };

/** Transfers between own accounts are recognized by their category. */
const byCategory: Adapt = (row) =>
  isMove(row.category ?? "") ? moved(row) : inCategory(row, row.category ?? "");

/** True if the row has the name of an own account instead of a payee. */
function toOwnAccount(accounts: ReadonlySet<string>, row: FileRow): boolean {
  const name = row.description.replace(/^(?:transfer|to|from)\s?:?\s/i, "");
  return accounts.has(name) || accounts.has(row.description);
}

/** Actual Budget's export of transactions. The group is in its own column, before the category, or missing. */
const ACTUAL: Program = {
  name: "Actual Budget",
  header: ["Account", "Date", "Payee", "Notes", "Category", "Amount"],
  columns: { ...COLUMNS, description: ["Payee", "Notes"], account: ["Account"] },
  outIs: "negative",
  adapt: (cellsIn) => {
    const accounts = new Set(cellsIn("Account"));
    const ofSplit = splitCounter();
    return (written, cell) => {
      if (!written.category && accounts.has(cell("Payee"))) return moved(written);
      const [marker, number, count] = /^\(SPLIT (\d{1,4}) OF (\d{1,4})\) ?/.exec(cell("Notes")) ?? [""];
      const row = number && count ? ofSplit(written, Number(number), Number(count)) : written;
      const isOpening =
        /^starting balance/i.test(cell("Payee")) || /(^|: )starting balances$/i.test(row.category ?? "");
      if (isOpening) return OPENING;
      const notes = cell("Notes").slice(marker.length);
      const ownGroup = cell("Category_Group");
      if (ownGroup) return inCategory({ ...row, notes }, row.category ?? "", ownGroup);
      const [, group, name] = /^([^:]+): (.+)$/.exec(row.category ?? "") ?? [];
      return inCategory({ ...row, notes }, name ?? row.category ?? "", group);
    };
  },
};

/** Coffer's own CSV, which has no payer, share or goal. The JSON has them. */
const COFFER: Program = {
  name: "Coffer",
  header: CSV_HEADER,
  columns: { ...COLUMNS, description: ["Description"] },
  outIs: "negative",
  adapt: () => (row, cell) => {
    const details = readDetails(({ label }) => cell(label));
    if ("problem" in details) return { why: "other", reason: details.problem };
    return {
      ...inCategory(row, row.category ?? ""),
      description: cell("Description"),
      notes: cell("Notes"),
      refund: cell("Type").toLowerCase() === "refund",
      details,
    };
  },
};

/** Firefly III's export of transactions. A row without a category takes its budget's name. */
const FIREFLY: Program = {
  name: "Firefly III",
  header: [
    "journal_id",
    "type",
    "amount",
    "description",
    "date",
    "source_name",
    "destination_name",
    "category",
  ],
  columns: { ...COLUMNS, description: ["description"], currency: ["currency_code"] },
  outIs: "negative",
  adapt: () => (row, cell) => {
    const type = cell("type").toLowerCase();
    if (type === "transfer") return moved(row);
    if (type === "opening balance") return OPENING;
    if (type === "reconciliation" || type === "liability credit") return CORRECTION;
    const amount = Math.abs(row.amount) * (type === "deposit" ? 1 : -1);
    const title = cell("group_title");
    const split = title ? { split: { of: cell("group_id"), title } } : {};
    return inCategory({ ...row, ...split, amount }, row.category || cell("budget"));
  },
};

/** Firefly III's export of budgets. A budget counts for the month in which it begins. */
const FIREFLY_BUDGETS: Program = {
  name: "Firefly III",
  header: ["budget_id", "name", "start_date", "end_date", "amount"],
  columns: { date: ["start_date"], amount: ["amount"], category: ["name"] },
  plans: {
    categoryOf: (cell) => categoryKey(cell("name")),
    monthOf(text, date) {
      const day = date(text, "ymd");
      return "problem" in day ? day : { value: monthOfDay(day.value) };
    },
  },
};

/** Lunch Money's sign of expenses depends on a setting, so it is detected or asked. */
const LUNCH_MONEY: Program = {
  name: "Lunch Money",
  header: ["date", "payee", "amount", "currency", "category", "account_name"],
  columns: {
    ...COLUMNS,
    description: ["payee", "original_name"],
    currency: ["currency"],
    account: ["account_name"],
  },
  adapt: () => (row, cell) =>
    isMove(row.category ?? "") ? moved(row) : inCategory(row, row.category ?? "", cell("category_group")),
};

const MONARCH: Program = {
  name: "Monarch",
  header: ["Date", "Merchant", "Category", "Account", "Original Statement", "Amount"],
  columns: { ...COLUMNS, description: ["Merchant", "Original Statement"], account: ["Account"] },
  outIs: "negative",
  adapt: () => byCategory,
};

/** Mint's amounts have no sign. The transaction type says debit or credit. */
const MINT: Program = {
  name: "Mint",
  header: [
    "Date",
    "Description",
    "Original Description",
    "Amount",
    "Transaction Type",
    "Category",
    "Account Name",
  ],
  columns: {
    ...COLUMNS,
    description: ["Description"],
    direction: ["Transaction Type"],
    account: ["Account Name"],
  },
  adapt: () => byCategory,
};

/** The layout that Simplifi imports. A transfer has the other account's name or a category for transfers. */
const SIMPLIFI: Program = {
  name: "Quicken Simplifi",
  header: ["Date", "Payee", "Amount", "Account", "Category", "Tags", "Notes"],
  columns: { ...COLUMNS, description: ["Payee"], account: ["Account"] },
  outIs: "negative",
  adapt: (cellsIn) => {
    const accounts = new Set(cellsIn("Account"));
    return (row, cell) => (toOwnAccount(accounts, row) ? moved(row) : byCategory(row, cell));
  },
};

/** Simplifi's export. The rows of a split follow its total. */
const SIMPLIFI_EXPORT: Program = {
  name: "Quicken Simplifi",
  hasStates: true,
  header: ["account", "state", "postedOn", "payee", "usage", "category", "tags", "notes", "amount"],
  columns: { ...COLUMNS, date: ["postedOn"], description: ["payee"], account: ["account"] },
  outIs: "negative",
  shared: ["account", "state", "postedOn", "payee"],
  adapt: (cellsIn) => {
    const accounts = new Set(cellsIn("account"));
    return (row, cell) => {
      const category = cell("category");
      // Its category of a move is the other account.
      if (accounts.has(category) || toOwnAccount(accounts, row) || isMove(category)) return moved(row);
      const colon = category.indexOf(":");
      return inCategory(row, category.slice(colon + 1), category.slice(0, Math.max(0, colon)));
    };
  },
};

/** In Copilot, expenses are positive, and transfers have their own type. */
const COPILOT: Program = {
  name: "Copilot",
  hasStates: true,
  header: [
    "date",
    "name",
    "amount",
    "status",
    "category",
    "parent category",
    "excluded",
    "tags",
    "type",
    "account",
  ],
  columns: { ...COLUMNS, description: ["name"], notes: ["note"], account: ["account"] },
  outIs: "positive",
  adapt: () => (row, cell) =>
    /internal transfer/i.test(cell("type"))
      ? moved(row)
      : inCategory(row, row.category ?? "", cell("parent category")),
};

const ROCKET_MONEY: Program = {
  name: "Rocket Money",
  header: [
    "Date",
    "Original Date",
    "Account Type",
    "Account Name",
    "Institution Name",
    "Name",
    "Amount",
    "Category",
  ],
  columns: {
    ...COLUMNS,
    description: ["Custom Name", "Name", "Description"],
    notes: ["Note"],
    account: ["Account Name"],
  },
  outIs: "positive",
  adapt: () => byCategory,
};

const EMPOWER: Program = {
  name: "Empower",
  header: ["Date", "Account", "Description", "Category", "Tags", "Amount"],
  columns: { ...COLUMNS, description: ["Description"], account: ["Account"] },
  outIs: "negative",
  adapt: () => byCategory,
};

/** Separate rows have the names of accounts. "Transfers" has the other account of a transfer. */
const MONEYWIZ: Program = {
  name: "MoneyWiz",
  header: ["Account", "Transfers", "Description", "Payee", "Category", "Date", "Memo", "Amount", "Currency"],
  columns: {
    ...COLUMNS,
    description: ["Payee", "Description"],
    notes: ["Memo"],
    account: ["Account"],
    currency: ["Currency"],
  },
  outIs: "negative",
  adapt: () => (row, cell) => {
    const levels = (row.category ?? "").split(/ [►>] /);
    return cell("Transfers") ? moved(row) : inCategory(row, levels.at(-1), levels.at(-2));
  },
};

const TILLER: Program = {
  name: "Tiller",
  header: ["Date", "Description", "Category", "Amount", "Account", "Account #", "Institution"],
  columns: { ...COLUMNS, description: ["Description"], account: ["Account"] },
  outIs: "negative",
  adapt: () => byCategory,
};

/** EveryDollar's items become categories. A type marks income; expenses may have a minus. */
const EVERYDOLLAR: Program = {
  name: "EveryDollar",
  header: ["Group", "Item", "Type", "Date", "Merchant", "Amount"],
  columns: {
    date: ["Date"],
    amount: ["Amount"],
    description: ["Merchant", "Item"],
    notes: ["Note"],
    category: ["Item"],
    account: ["Account"],
  },
  outIs: "negative",
  adapt: (cellsIn) => {
    const hasSigns = cellsIn("Amount").some((amount) => /^\W*[-(\u2212]/.test(amount));
    return (row, cell) => {
      const isIncome = plain(cell("Type")) === "income";
      const amount = hasSigns ? row.amount : Math.abs(row.amount) * (isIncome ? 1 : -1);
      const placed = inCategory({ ...row, amount }, cell("Item"), cell("Group"));
      return { ...placed, refund: !isIncome && amount > 0 };
    };
  },
};

const NO_MONTH = {
  problem:
    "EveryDollar says the month in the name of the file, as in “07-2026-EveryDollar-BudgetItems.csv”. Give it that name again.",
};

/** EveryDollar's export of a month's budget. Only the name of the file has the month. */
const EVERYDOLLAR_BUDGET: Program = {
  name: "EveryDollar",
  header: ["Group", "Item", "Planned", "Spent", "Remaining"],
  columns: { amount: ["Planned"], category: ["Item"] },
  plans: {
    categoryOf: (cell) =>
      plain(cell("Group")) === "income" ? NO_CATEGORY : categoryKey(cell("Item"), cell("Group")),
    monthOf(name) {
      const [, month, year] = /(?:^|\D)(\d{1,2})-(\d{4})(?:\D|$)/.exec(name) ?? [];
      const value = month && year && monthOf(Number(year), Number(month));
      return value ? { value } : NO_MONTH;
    },
  },
};

/** Goodbudget's names for money outside all envelopes. */
const UNALLOCATED = /^\W*(?:unallocated|available|none)\W*$/i;

/** The envelopes of a split, such as "Groceries|-30.00||Gas|-20.00", if they add up to its row. */
function envelopesOf(row: FileRow, details: string): FileRow[] {
  const parts = details.split("||").flatMap((part) => {
    const [envelope = "", text] = part.split("|");
    const amount = readPlainAmount(text ?? "");
    return envelope && text && "value" in amount ? [{ envelope, amount: amount.value }] : [];
  });
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  if (parts.length < 2 || Math.abs(total) !== Math.abs(row.amount)) return [];
  const sign = total === row.amount ? 1 : -1;
  const split = { of: `${row.line}` };
  return parts.map(({ envelope, amount }) => inEnvelope({ ...row, split, amount: sign * amount }, envelope));
}

const inEnvelope = (row: FileRow, envelope: string): FileRow =>
  inCategory(row, UNALLOCATED.test(envelope) ? (row.amount > 0 ? "Income" : "") : envelope);

const GOODBUDGET: Program = {
  name: "Goodbudget",
  header: ["Date", "Envelope", "Account", "Name", "Notes", "Amount", "Status", "Details"],
  columns: {
    date: ["Date"],
    amount: ["Amount"],
    description: ["Name"],
    notes: ["Notes"],
    category: ["Envelope"],
    account: ["Account"],
  },
  outIs: "negative",
  adapt: () => (row, cell) => {
    if (/fill envelopes|envelope transfer/i.test(cell("Details") + row.description))
      return { why: "other", reason: "It moves money between envelopes." };
    if (/^account transfer/i.test(row.description) || isMove(cell("Envelope"))) return moved(row);
    const parts = envelopesOf(row, cell("Details"));
    return parts.length > 0 ? parts : inEnvelope(row, cell("Envelope"));
  },
};

/** In Wallet by BudgetBakers, columns mark income, expenses and transfers. */
const WALLET: Program = {
  name: "Wallet",
  header: [
    "account",
    "category",
    "currency",
    "amount",
    "ref_currency_amount",
    "type",
    "payment_type",
    "note",
    "date",
    "transfer",
  ],
  columns: {
    date: ["date"],
    amount: ["amount"],
    description: ["payee", "note"],
    notes: ["note"],
    category: ["category"],
    currency: ["currency"],
    account: ["account"],
  },
  outIs: "negative",
  adapt: (cellsIn) => {
    const hasSigns = cellsIn("amount").some((amount) => amount.startsWith("-"));
    return (row, cell) => {
      // A word of the person's language.
      const direction = directionOf(cell("type"));
      if (/^true$/i.test(cell("transfer")) || direction === "neither") return moved(row);
      if (direction === undefined && !hasSigns)
        return { why: "other", reason: `${quoted(cell("type"))} says neither income nor expense.` };
      const sign = direction === undefined ? Math.sign(row.amount) : direction === "in" ? 1 : -1;
      return inCategory({ ...row, amount: Math.abs(row.amount) * sign }, row.category ?? "");
    };
  },
};

const TOSHL: Program = {
  name: "Toshl",
  header: [
    "Date",
    "Account",
    "Category",
    "Tags",
    "Expense amount",
    "Income amount",
    "Currency",
    "Description",
  ],
  columns: {
    date: ["Date"],
    out: ["Expense amount"],
    in: ["Income amount"],
    description: ["Description", "Tags", "Category"],
    category: ["Category"],
    currency: ["Currency"],
    account: ["Account"],
  },
  adapt: () => byCategory,
};

const SPENDEE: Program = {
  name: "Spendee",
  header: ["Date", "Wallet", "Type", "Category name", "Amount", "Currency", "Note", "Labels", "Author"],
  columns: {
    date: ["Date"],
    amount: ["Amount"],
    description: ["Note", "Category name"],
    category: ["Category name"],
    currency: ["Currency"],
    account: ["Wallet"],
  },
  outIs: "negative",
  adapt: () => (row, cell) => (/transfer/i.test(cell("Type")) ? moved(row) : byCategory(row, cell)),
};

const BLUECOINS: Program = {
  name: "Money Manager",
  header: ["Date", "Account", "Category", "Subcategory", "Note", "Income/Expense", "Amount", "Currency"],
  columns: {
    date: ["Date"],
    amount: ["Amount"],
    description: ["Note", "Description", "Subcategory", "Category"],
    category: ["Category"],
    currency: ["Currency"],
    account: ["Account"],
  },
  adapt: () => (row, cell) => {
    const kind = plain(cell("Income/Expense"));
    if (/transfer/.test(kind))
      return moved({ ...row, amount: /in$/.test(kind) ? Math.abs(row.amount) : -Math.abs(row.amount) });
    return inCategory(
      { ...row, amount: Math.abs(row.amount) * (/^(?:income|inc)/.test(kind) ? 1 : -1) },
      row.category ?? "",
    );
  },
  outIs: "negative",
};

/** HomeBank's own CSV. Payment type 5 is an internal transfer. */
const HOMEBANK: Program = {
  name: "HomeBank",
  header: ["date", "payment", "number", "payee", "memo", "amount", "category", "tags"],
  columns: { ...COLUMNS, description: ["payee", "memo"], notes: ["memo"] },
  outIs: "negative",
  adapt: () => (row, cell) => {
    if (/^(?:5|4)$/.test(cell("payment"))) return moved(row);
    const [group = "", name] = (row.category ?? "").split(":");
    return name ? inCategory(row, name, group) : inCategory(row, group);
  },
};

/** MoneyMoney's CSV. "\\" separates the levels of a category. */
const MONEYMONEY: Program = {
  name: "MoneyMoney",
  header: [
    "Datum",
    "Wertstellung",
    "Kategorie",
    "Name",
    "Verwendungszweck",
    "Konto",
    "Bank",
    "Betrag",
    "Währung",
  ],
  columns: {
    date: ["Datum"],
    amount: ["Betrag"],
    description: ["Name", "Verwendungszweck"],
    notes: ["Verwendungszweck"],
    category: ["Kategorie"],
    currency: ["Währung"],
    account: ["Konto"],
  },
  outIs: "negative",
  adapt: () => (row, cell) => {
    const levels = (row.category ?? "").split("\\");
    return isMove(levels.at(-1) ?? "")
      ? moved(row)
      : levels.length > 1
        ? inCategory(row, levels.at(-1), levels.at(-2))
        : byCategory(row, cell);
  },
};

/** A transfer has the other account in brackets as its category. */
const QUICKEN: Program = {
  name: "Quicken",
  header: ["Date", "Account", "Num", "Description", "Memo", "Category", "Tag", "Clr", "Amount"],
  columns: { ...COLUMNS, description: ["Description", "Memo"], notes: ["Memo"], account: ["Account"] },
  outIs: "negative",
  adapt: () => (row, cell) => {
    if (/^\[.{1,80}\]$/.test(cell("Category")))
      return /opening balance/i.test(row.description) ? OPENING : moved(row);
    const [group = "", name] = (row.category ?? "").split(":");
    return isMove(row.category ?? "")
      ? moved(row)
      : name
        ? inCategory(row, name, group)
        : inCategory(row, group);
  },
};

/** The fee of an exchange or withdrawal has its own column and is not included in the amount. */
const REVOLUT: Program = {
  name: "Revolut",
  hasStates: true,
  header: [
    "Type",
    "Started Date",
    "Completed Date",
    "Description",
    "Amount",
    "Fee",
    "Currency",
    "State",
    "Balance",
  ],
  columns: {
    date: ["Completed Date"],
    otherDate: ["Started Date"],
    amount: ["Amount"],
    fee: ["Fee"],
    currency: ["Currency"],
    balance: ["Balance"],
    description: ["Description", "Type"],
  },
  outIs: "negative",
};

/** What is paid to the card is called a debit, as in an account where it is money that left. */
const SPARKASSE_CARD: Program = {
  name: "Sparkasse",
  header: [
    "Umsatz getätigt von",
    "Belegdatum",
    "Buchungsdatum",
    "Buchungsbetrag",
    "Transaktionsbeschreibung",
  ],
  columns: {
    date: ["Buchungsdatum"],
    otherDate: ["Belegdatum"],
    amount: ["Buchungsbetrag"],
    currency: ["Buchungswährung"],
    description: ["Transaktionsbeschreibung"],
    notes: ["Transaktionsbeschreibung Zusatz"],
  },
  outIs: "negative",
};

/** Programs with more columns come first, because one header may contain another. */
export const PROGRAMS: readonly Program[] = [
  GNUCASH,
  FIREFLY,
  FIREFLY_BUDGETS,
  COFFER,
  MINT,
  COPILOT,
  WALLET,
  ROCKET_MONEY,
  REVOLUT,
  SPARKASSE_CARD,
  QUICKEN,
  MONEYMONEY,
  SIMPLIFI_EXPORT,
  SPENDEE,
  TOSHL,
  GOODBUDGET,
  EVERYDOLLAR,
  EVERYDOLLAR_BUDGET,
  BLUECOINS,
  HOMEBANK,
  YNAB,
  YNAB_PLAN,
  YNAB_4_PLAN,
  LUNCH_MONEY,
  MONARCH,
  MONEYWIZ,
  TILLER,
  SIMPLIFI,
  EMPOWER,
  ACTUAL,
  SPLITWISE,
];

/** Finds the program whose header is one of the rows. */
export function findProgram(rows: readonly GridRow[]): { program: Program; at: number } | undefined {
  for (const [at, { cells }] of rows.entries()) {
    const indexOf = columnFinder(cells.map(textOf));
    const program = PROGRAMS.find(({ header }) => header.every((name) => indexOf(name) >= 0));
    if (program) return { program, at };
  }
  return undefined;
}
