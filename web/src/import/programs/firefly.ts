import { cents } from "@coffer/domain/money";
import { monthOfDay } from "@coffer/domain/month";
import { readAmount } from "../amount.ts";
import { readDate } from "../date.ts";
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
  adapt: (at) => (row, cells) => {
    const cell = (name: string) => (cells[at(name) ?? -1] ?? "").trim();
    const type = cell("type").toLowerCase();
    if (type === "transfer") return { leftOut: "It is a transfer between accounts." };
    if (type === "opening balance") return { leftOut: "It is the balance that an account started with." };
    if (type === "reconciliation" || type === "liability credit") {
      return { leftOut: "It corrects the balance of an account." };
    }
    const { refund: _, ...plain } = row;
    const named = withCategory(plain, inGroup(undefined, row.category ?? cell("budget")));
    return { row: { ...named, type: type === "deposit" ? "income" : "expense" } };
  },
};

/** Firefly III's export of budgets: what was planned from a day to another, taken for the month it begins in. */
export const FIREFLY_BUDGETS: Program = {
  name: "Firefly III",
  header: ["budget_id", "name", "start_date", "end_date", "amount"],
  columns: { date: ["start_date"], amount: ["amount"], category: ["name"] },
  readPlans: (file, rows, at, layout, latest) => {
    for (const { line, cells } of rows) {
      const cell = (name: string) => (cells[at(name) ?? -1] ?? "").trim();
      const date = readDate(cell("start_date"), layout.dateOrder, latest);
      const amount = readAmount(cell("amount"), layout.decimalMark);
      const category = inGroup(undefined, cell("name"));
      if ("problem" in date) file.unreadable.push({ line, reason: date.problem });
      else if ("problem" in amount) file.unreadable.push({ line, reason: amount.problem });
      else if (amount.value > 0 && category) {
        file.plans.push({
          category,
          type: "expense",
          month: monthOfDay(date.value),
          projected: cents(amount.value),
        });
      }
    }
  },
};
