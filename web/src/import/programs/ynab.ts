import { cents } from "@coffer/domain/money/money";
import type { Day } from "@coffer/domain/time/day";
import { type Month, monthOf, monthOfDay } from "@coffer/domain/time/month";
import { readFileAmount } from "../amount.ts";
import { readDate } from "../date.ts";
import { LEFT_OUT, quoted } from "../parsed-file.ts";
import { inGroup, withCategory } from "./file-categories.ts";
import type { Program } from "./program.ts";

/** YNAB's "Export plan" gives two files: the register of transactions, and the plan, once called budget. */
export const YNAB: Program = {
  name: "YNAB",
  header: ["Account", "Date", "Payee", "Memo", "Outflow", "Inflow", "Cleared"],
  columns: {
    date: ["Date"],
    out: ["Outflow"],
    in: ["Inflow"],
    description: ["Payee"],
    notes: ["Memo"],
  },
  adapt: (cell) => (row, cells) => {
    const [group, name] = categoryCells((column) => cell(cells, column));
    if (/^transfer ?: /i.test(row.description) && !name) return { leftOut: LEFT_OUT.transfer };
    if (/^inflow$/i.test(group) || /^(to be budgeted|ready to assign)$/i.test(name)) {
      if (/^starting balance$/i.test(row.description)) return { leftOut: LEFT_OUT.opening };
      return { row: withCategory(row, "Income") };
    }
    return { row: withCategory(row, inGroup(group, name)) };
  },
};

export const YNAB_PLAN: Program = {
  name: "YNAB",
  header: ["Month", "Category Group", "Category", "Activity", "Available"],
  columns: {
    date: ["Month"],
    amount: ["Assigned", "Budgeted"],
    category: ["Category"],
  },
  readPlans: (file, rows, cell, layout, latest) => {
    const { columns, decimalMark } = layout;
    for (const { line, cells } of rows) {
      const [group, name] = categoryCells((column) => cell(cells, column));
      if (/^(inflow|credit card payments|hidden categories)$/i.test(group)) continue;
      const amount = readFileAmount(cells[columns.amount ?? -1] ?? "", decimalMark);
      const period = cells[columns.date ?? -1] ?? "";
      const month = monthOfText(period, latest);
      const category = inGroup(group, name);
      if ("problem" in amount) file.unreadable.push({ line, reason: amount.problem });
      else if (!month) file.unreadable.push({ line, reason: `${quoted(period)} is not a month.` });
      else if (amount.value < 0)
        file.leftOut.push({ line, reason: "It takes money back out of a category." });
      else if (amount.value > 0 && category)
        file.plans.push({ category, type: "expense", month, projected: cents(amount.value) });
    }
  },
};

/** "Aug 2026", "August 2026" or "2026-08". */
function monthOfText(text: string, latest: Day): Month | undefined {
  const [, year, month] = /^(\d{4})[-/](\d{1,2})$/.exec(text.trim()) ?? [];
  if (year && month) return monthOf(Number(year), Number(month));
  const day = readDate(`1 ${text.trim()}`, "dmy", latest);
  return "value" in day ? monthOfDay(day.value) : undefined;
}

/** Group and name, which old exports have in one column, "Group: Name", only. */
function categoryCells(cell: (column: string) => string): [group: string, name: string] {
  const both = cell("Category Group/Category");
  const colon = both.indexOf(": ");
  const group = cell("Category Group") || cell("Master Category") || both.slice(0, Math.max(0, colon));
  const name = cell("Category") || cell("Sub Category") || both.slice(colon < 0 ? 0 : colon + 2);
  return [group, name];
}
