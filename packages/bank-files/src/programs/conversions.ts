import { NAME_MAX } from "@coffer/domain/definition/values";
import { type Month, monthOf, monthOfDay } from "@coffer/domain/time/month";
import { textOf } from "../grid/grid.ts";
import { isMove } from "../table/cell-words.ts";
import type { Reading } from "../text/amount.ts";
import { oneLine, quoted } from "../text/plain.ts";
import {
  type CellOf,
  CORRECTION,
  categoryKey,
  columnFinder,
  inCategory,
  type Left,
  moved,
  NO_CATEGORY,
  OPENING,
  type Program,
  splitCounter,
} from "./program.ts";

/**
 * GnuCash writes a row for each split of a transaction; their amounts add up to zero. The account that most
 * transactions have is the exported one. The other splits of its transactions are read with reversed signs and their
 * accounts as categories.
 */
export const GNUCASH: Program = {
  name: "GnuCash",
  header: ["Date", "Transaction ID", "Description", "Full Account Name", "Account Name", "Amount Num."],
  // Older versions fill these only in a transaction's first row.
  shared: ["Date", "Transaction ID", "Description"],
  readRows({ builder, body, names, amount, date }) {
    const indexOf = columnFinder(names);
    const rows = body.map(({ line, cells }) => ({
      line,
      text: cells.map(textOf).filter(Boolean).join(" · "),
      cell: (name: string) => textOf(cells[indexOf(name)]).trim(),
    }));
    const byId = Map.groupBy(rows, ({ cell }) => cell("Transaction ID"));
    const counts = new Map<string, number>();
    for (const splits of byId.values()) {
      const accounts = new Set(splits.map(({ cell }) => cell("Full Account Name")));
      for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1);
    }
    const [home = ""] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
    const kindOf = (account: string) => account.split(":", 1)[0];
    for (const { line, text, cell } of rows) {
      const account = cell("Full Account Name");
      const splits = byId.get(cell("Transaction ID")) ?? [];
      const isOfHome = splits.some((split) => split.cell("Full Account Name") === home);
      if (account === home || !isOfHome) {
        builder.leaveOut(line, "other", text, "It is the other side of a transaction's rows.");
        continue;
      }
      const read = amount(cell("Amount Num."));
      builder.add(line, {
        date: date(cell("Date")),
        amount: "value" in read ? { value: -read.value || 0 } : read,
        description: [cell("Description"), cell("Memo"), cell("Account Name")],
        notes: [cell("Notes"), cell("Memo")],
        currency: cell("Commodity/Currency").replace(/^CURRENCY::/, ""),
        category: oneLine(cell("Account Name"), NAME_MAX),
        account: home,
        split: { of: cell("Transaction ID"), title: cell("Description") },
        transfer: kindOf(account) === kindOf(home) || /^equity\b/i.test(account),
        text: () => text,
      });
    }
  },
};

/** The columns before those of the people. */
const FIXED = 5;

/**
 * A group's expenses with a column per person: the amount that the group owes them, or that they owe (negative). The payer
 * has spent the cost less that amount; anybody else has spent the amount that they owe.
 */
export const SPLITWISE: Program = {
  name: "Splitwise",
  header: ["Date", "Description", "Category", "Cost", "Currency"],
  readRows({ builder, body, names, asking, amount, date }) {
    const people = names.slice(FIXED).filter(Boolean);
    const person = asking({
      id: "person",
      text: "Which of these people are you?",
      options: people.map((name) => ({ value: name, text: name })),
      proposed: null,
      lines: [],
    });
    const own = person === null ? FIXED : Math.max(FIXED, names.indexOf(person));
    for (const { line, cells } of body) {
      const [day, description, category, cost, currency] = cells.map((cell) => textOf(cell).trim());
      const text = cells.map(textOf).filter(Boolean).join(" · ");
      if (/^(?:total balance|gesamtbilanz|balance total|solde total)$/i.test(description ?? "")) {
        builder.leaveOut(line, "balance", text, "It is a balance or a total.");
        continue;
      }
      const [whole, share] = [amount(cost ?? ""), amount(textOf(cells[own]))];
      const isPayment = isPaymentCategory(category ?? "");
      const value =
        "problem" in whole
          ? whole
          : "problem" in share
            ? share
            : { value: isPayment ? -share.value : share.value > 0 ? share.value - whole.value : share.value };
      builder.add(line, {
        date: date(day ?? ""),
        amount: value,
        description: [description],
        category: isPayment ? "" : (category ?? ""),
        currency: currency ?? "",
        transfer: isPayment,
        text: () => text,
      });
    }
  },
};

const isPaymentCategory = (category: string) =>
  /^(?:payment|zahlung|paiement|pago|pagamento|betaling)$/i.test(category) || isMove(category);

const OUTSIDE: Left = { why: "other", reason: "Its account is outside YNAB's budget." };
const CARD: Left = {
  why: "other",
  reason: "It is money kept for a card's bill. The card's purchases are in their own categories.",
};

/** YNAB's "Export plan" writes two files: the register of transactions, and the plan (formerly budget). */
export const YNAB: Program = {
  name: "YNAB",
  header: ["Account", "Date", "Payee", "Memo", "Outflow", "Inflow", "Cleared"],
  columns: {
    date: ["Date"],
    out: ["Outflow"],
    in: ["Inflow"],
    description: ["Payee", "Memo"],
    notes: ["Memo"],
    account: ["Account"],
  },
  adapt: (cellsIn) => {
    const categories = cellsIn("Category");
    const inBudget = new Set(cellsIn("Account").filter((_, index) => categories[index]));
    const ofSplit = splitCounter();
    return (written, cell) => {
      const { group, name, isHidden } = ynabCategory(cell);
      const [, number, count] = SPLIT.exec(cell("Memo")) ?? [];
      const row = number && count ? ofSplit(written, Number(number), Number(count)) : written;
      const notes = row.notes.replace(SPLIT, "");
      const description = row.description.replace(SPLIT, "");
      if (/^starting balance$/i.test(row.description)) return OPENING;
      if (/^transfer ?: /i.test(row.description) && !name) return moved(row);
      // Each account in the budget has a category at least for its starting balance.
      if (!name && inBudget.size > 0 && !inBudget.has(cell("Account"))) return OUTSIDE;
      if (isIncome(group, name)) {
        if (/^(?:reconciliation|manual) balance adjustment$/i.test(row.description)) return CORRECTION;
        return inCategory({ ...row, description, notes }, row.amount > 0 ? "Income" : "");
      }
      const category = categoryKey(name, group, isHidden);
      const refund = row.amount > 0 && category !== "";
      return { ...row, description, notes, refund, category: category || null };
    };
  },
};

const MONTHS: NonNullable<Program["plans"]>["monthOf"] = (text, date): Reading<Month> => {
  const [, year, month] = /^(\d{4})[-/](\d{1,2})$/.exec(text.trim()) ?? [];
  const day = date(`1 ${text.trim()}`, "dmy");
  const value =
    year && month ? monthOf(Number(year), Number(month)) : "value" in day && monthOfDay(day.value);
  return value ? { value } : { problem: `${quoted(text)} is not a month.` };
};

function plannedCategory(cell: CellOf): string | Left {
  const { group, name, isHidden } = ynabCategory(cell);
  if (/^credit card payments$/i.test(group)) return CARD;
  return isIncome(group, name) ? NO_CATEGORY : categoryKey(name, group, isHidden);
}

export const YNAB_PLAN: Program = {
  name: "YNAB",
  header: ["Month", "Category Group", "Category", "Activity", "Available"],
  columns: { date: ["Month"], amount: ["Assigned", "Budgeted"], category: ["Category"] },
  plans: {
    categoryOf: plannedCategory,
    monthOf: MONTHS,
    kept: { activity: "Activity", available: "Available" },
  },
};

export const YNAB_4_PLAN: Program = {
  name: "YNAB",
  header: ["Month", "Master Category", "Sub Category", "Budgeted", "Outflows", "Category Balance"],
  columns: { date: ["Month"], amount: ["Budgeted"], category: ["Sub Category"] },
  plans: {
    categoryOf: plannedCategory,
    monthOf: MONTHS,
    kept: { activity: "Outflows", available: "Category Balance" },
  },
};

/** A line of a split: "Split (1/3) apples", in YNAB 4 "(Split 1/3) apples". */
const SPLIT = /^\(?Split \(?(\d{1,3})\/(\d{1,3})\) ?/i;

const isIncome = (group: string, name: string): boolean =>
  /^inflow$/i.test(group) ||
  /^(?:to be budgeted|ready to assign)$/i.test(name) ||
  (/^income$/i.test(group) && /^available (?:this|next) month$|^available$/i.test(name));

/** Old exports have group and name in one column, "Group: Name"; YNAB 4 has other column names. */
function ynabCategory(cell: CellOf): { group: string; name: string; isHidden: boolean } {
  const isOld = cell("Sub Category") !== "" || cell("Master Category") !== "";
  const both = cell("Category Group/Category") || cell("Category");
  const colon = both.indexOf(": ");
  const group =
    (isOld ? cell("Master Category") : cell("Category Group")) || both.slice(0, Math.max(0, colon));
  const name =
    (isOld ? cell("Sub Category") : cell("Category Group/Category") && cell("Category")) ||
    both.slice(colon < 0 ? 0 : colon + 2);
  if (!/^hidden categories$/i.test(group)) return { group, name, isHidden: false };
  // YNAB 4 keeps the original group: "Monthly Bills ` Phone ` 12".
  const [was = "", own] = name.split(" ` ");
  return own ? { group: was, name: own, isHidden: true } : { group: "", name, isHidden: true };
}
