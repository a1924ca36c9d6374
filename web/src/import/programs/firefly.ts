import { cents } from "@coffer/domain/money/money";
import { monthOfDay } from "@coffer/domain/time/month";
import { readFileAmount } from "../amount.ts";
import { readDate } from "../date.ts";
import { LEFT_OUT } from "../parsed-file.ts";
import { inGroup, withCategory } from "./file-categories.ts";
import type { Program } from "./program.ts";

/** Firefly III's export of transactions. Its budgets are what Coffer's categories are: they name what has none. */
export const FIREFLY: Program = {
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
  columns: {
    date: ["date"],
    amount: ["amount"],
    description: ["description"],
    notes: ["notes"],
    category: ["category"],
    currency: ["currency_code"],
  },
  adapt: (cell) => (row, cells) => {
    const type = cell(cells, "type").toLowerCase();
    if (type === "transfer") return { leftOut: LEFT_OUT.transfer };
    if (type === "opening balance") return { leftOut: LEFT_OUT.opening };
    if (type === "reconciliation" || type === "liability credit") {
      return { leftOut: "It corrects the balance of an account." };
    }
    const { refund: _, ...plain } = row;
    const named = withCategory(plain, inGroup(undefined, row.category ?? cell(cells, "budget")));
    return { row: { ...named, type: type === "deposit" ? "income" : "expense" } };
  },
};

/** Firefly III's export of budgets: what was planned from a day to another, taken for the month it begins in. */
export const FIREFLY_BUDGETS: Program = {
  name: "Firefly III",
  header: ["budget_id", "name", "start_date", "end_date", "amount"],
  columns: { date: ["start_date"], amount: ["amount"], category: ["name"] },
  readPlans: (file, rows, cell, layout, latest) => {
    for (const { line, cells } of rows) {
      const date = readDate(cell(cells, "start_date"), layout.dateOrder, latest);
      const amount = readFileAmount(cell(cells, "amount"), layout.decimalMark);
      const category = inGroup(undefined, cell(cells, "name"));
      if ("problem" in date) file.unreadable.push({ line, reason: date.problem });
      else if ("problem" in amount) file.unreadable.push({ line, reason: amount.problem });
      else if (amount.value > 0 && category) {
        const month = monthOfDay(date.value);
        file.plans.push({ category, type: "expense", month, projected: cents(amount.value) });
      }
    }
  },
};
