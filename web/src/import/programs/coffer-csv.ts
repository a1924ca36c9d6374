import { CSV_HEADER } from "@coffer/domain/portability/export";
import { withCategory } from "./file-categories.ts";
import type { Program } from "./program.ts";

/** Coffer's own list of transactions. */
export const COFFER: Program = {
  name: "Coffer",
  header: CSV_HEADER,
  columns: {
    date: ["Date"],
    amount: ["Amount"],
    description: ["Description"],
    notes: ["Notes"],
    category: ["Category"],
  },
  outIs: "negative",
  adapt: () => (row) => ({ row: withCategory(row, row.category ?? "") }),
};
