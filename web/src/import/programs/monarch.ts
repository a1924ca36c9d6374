import type { Adapt } from "../csv/rows.ts";
import { LEFT_OUT } from "../parsed-file.ts";
import { withCategory } from "./file-categories.ts";
import type { Program } from "./program.ts";

/** Categories of both that move money between accounts. */
const MOVES = /^(transfer|credit card payment|balance adjustments?|transfer for cash spending)s?$/i;

const withoutTransfers: Adapt = (row) =>
  MOVES.test(row.category ?? "")
    ? { leftOut: LEFT_OUT.transfer }
    : { row: withCategory(row, row.category ?? "") };

export const MONARCH: Program = {
  name: "Monarch",
  header: ["Date", "Merchant", "Category", "Account", "Original Statement", "Amount"],
  columns: {
    date: ["Date"],
    amount: ["Amount"],
    description: ["Merchant"],
    notes: ["Notes"],
    category: ["Category"],
  },
  outIs: "negative",
  adapt: () => withoutTransfers,
};

/** Mint's amounts have no sign: the transaction type says debit or credit. */
export const MINT: Program = {
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
    date: ["Date"],
    amount: ["Amount"],
    direction: ["Transaction Type"],
    description: ["Description"],
    notes: ["Notes"],
    category: ["Category"],
  },
  adapt: () => withoutTransfers,
};
