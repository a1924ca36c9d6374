import { cents } from "@coffer/domain/money";
import { monthOf } from "@coffer/domain/month";
import { readAmount } from "../amount.ts";
import { readDate } from "../date.ts";
import { quoted } from "../parsed-file.ts";
import { inGroup, withCategory } from "./file-categories.ts";
import type { ColumnOf, Program } from "./program.ts";

/** YNAB's "Export plan" gives two files: the register, which holds transactions, and the plan, once called budget. */
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
  adapt: (at) => (row, cells) => {
    const [group, name] = categoryCells(at, cells);
    if (/^transfer ?: /i.test(row.description) && !name) {
      return { leftOut: "It is a transfer between accounts." };
    }
    if (/^inflow$/i.test(group) || /^(to be budgeted|ready to assign)$/i.test(name)) {
      if (/^starting balance$/i.test(row.description))
        return { leftOut: "It is the balance that an account started with." };
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
  readPlans: (file, rows, at, layout, latest) => {
    for (const { line, cells } of rows) {
      const cell = (index: number | undefined) => (index === undefined ? "" : (cells[index] ?? ""));
      const [group, name] = categoryCells(at, cells);
      if (/^(inflow|credit card payments|hidden categories)$/i.test(group)) continue;
      const amount = readAmount(cell(layout.columns.amount), layout.decimalMark);
      const month = monthOfText(cell(layout.columns.date));
      if ("problem" in amount) file.unreadable.push({ line, reason: amount.problem });
      else if (!month)
        file.unreadable.push({ line, reason: `${quoted(cell(layout.columns.date))} is not a month.` });
      else if (amount.value < 0)
        file.leftOut.push({ line, reason: "It takes money back out of a category." });
      else if (amount.value > 0) {
        const category = inGroup(group, name);
        if (category) file.plans.push({ category, type: "expense", month, projected: cents(amount.value) });
      }
    }

    /** "Aug 2026", "August 2026" or "2026-08". */
    function monthOfText(text: string) {
      const [, year, month] = /^(\d{4})[-/](\d{1,2})$/.exec(text.trim()) ?? [];
      if (year && month) return monthOf(Number(year), Number(month));
      const day = readDate(`1 ${text.trim()}`, "dmy", latest);
      return "value" in day
        ? monthOf(Number(day.value.slice(0, 4)), Number(day.value.slice(5, 7)))
        : undefined;
    }
  },
};

/** Group and name, which old exports have in one column, "Group: Name", only. */
function categoryCells(at: ColumnOf, cells: readonly string[]): [group: string, name: string] {
  const cell = (name: string) => {
    const index = at(name);
    return index === undefined ? undefined : (cells[index] ?? "").trim();
  };
  const both = cell("Category Group/Category") ?? "";
  const colon = both.indexOf(": ");
  const group = cell("Category Group") ?? cell("Master Category") ?? both.slice(0, Math.max(0, colon));
  const name = cell("Category") ?? cell("Sub Category") ?? both.slice(colon < 0 ? 0 : colon + 2);
  return [group, name];
}
