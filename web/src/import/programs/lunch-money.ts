import { LEFT_OUT } from "../parsed-file.ts";
import { inGroup, withCategory } from "./file-categories.ts";
import type { Program } from "./program.ts";

/** Lunch Money writes expenses with or without a minus, as the account is set: it is found, or the person chooses. */
export const LUNCH_MONEY: Program = {
  name: "Lunch Money",
  header: ["date", "payee", "amount", "currency", "category", "account_name"],
  columns: {
    date: ["date"],
    amount: ["amount"],
    description: ["payee", "original_name"],
    notes: ["notes"],
    category: ["category"],
    currency: ["currency"],
  },
  adapt: (cell) => (row, cells) =>
    /^payment, transfer$|^transfers?$/i.test(row.category ?? "")
      ? { leftOut: LEFT_OUT.transfer }
      : { row: withCategory(row, inGroup(cell(cells, "category_group"), row.category)) },
};
