import { inGroup, withCategory } from "./file-categories.ts";
import type { Program } from "./program.ts";

/** Lunch Money writes expenses with or without a minus, as the account is set: the sign is found, or asked for. */
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
  adapt: (at) => (row, cells) => {
    if (/^payment, transfer$|^transfers?$/i.test(row.category ?? "")) {
      return { leftOut: "It is a transfer between accounts." };
    }
    return { row: withCategory(row, inGroup(cells[at("category_group") ?? -1], row.category)) };
  },
};
