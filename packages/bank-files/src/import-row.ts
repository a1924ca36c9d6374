import type { ImportRow } from "@coffer/domain/import/import-row";
import { cents } from "@coffer/domain/money/money";
import type { FileRow } from "./bank-file.ts";

/** A row as the product compares and stores it: an unsigned amount with a flow. */
export function toImportRow({
  date,
  description,
  amount,
  notes,
  reference,
  category,
  refund,
}: FileRow): ImportRow {
  const isRefund = refund && amount > 0;
  return {
    date,
    description: description || "No description",
    amount: cents(Math.abs(amount)),
    type: amount > 0 && !isRefund ? "income" : "expense",
    ...(isRefund && { refund: true }),
    ...(notes && { notes }),
    ...(reference && { reference }),
    ...(category && { category }),
  };
}
