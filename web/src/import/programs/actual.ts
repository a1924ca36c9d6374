import { LEFT_OUT } from "../parsed-file.ts";
import { inGroup, withCategory } from "./file-categories.ts";
import type { Program } from "./program.ts";

/** Actual Budget's export of transactions: of one account with "Group: Category", of all with the category alone. */
export const ACTUAL: Program = {
  name: "Actual Budget",
  header: ["Account", "Date", "Payee", "Notes", "Category", "Amount"],
  columns: {
    date: ["Date"],
    amount: ["Amount"],
    description: ["Payee"],
    notes: ["Notes"],
    category: ["Category"],
  },
  outIs: "negative",
  adapt: (cell, rows) => {
    const accounts = new Set(rows.map(({ cells }) => cell(cells, "Account")));
    return (row, cells) => {
      if (!row.category && accounts.has(cell(cells, "Payee"))) return { leftOut: LEFT_OUT.transfer };
      if (
        /^starting balance/i.test(cell(cells, "Payee")) ||
        /(^|: )starting balances$/i.test(row.category ?? "")
      ) {
        return { leftOut: LEFT_OUT.opening };
      }
      const [, group, name] = /^([^:]+): (.+)$/.exec(row.category ?? "") ?? [];
      const { notes, ...rest } = row;
      const own = notes?.replace(/^\(SPLIT \d{1,4} OF \d{1,4}\) ?/, "");
      return {
        row: withCategory(own ? { ...rest, notes: own } : rest, inGroup(group, name ?? row.category)),
      };
    };
  },
};
