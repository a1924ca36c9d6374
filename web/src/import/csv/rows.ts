import type { ImportRow } from "@coffer/domain/import/import-row";
import { withoutFormulaGuard } from "@coffer/domain/text/csv";
import type { Day } from "@coffer/domain/time/day";
import { readFileAmount } from "../amount.ts";
import { readDate } from "../date.ts";
import type { Layout } from "../layout.ts";
import {
  type Adapted,
  addRow,
  categoryNameOf,
  descriptionOf,
  NO_AMOUNT,
  type ParsedFile,
  type Reading,
} from "../parsed-file.ts";
import { directionOf } from "./find-layout.ts";
import type { TableRow } from "./table.ts";

const LIST = new Intl.ListFormat("en-GB");

export function readRows(
  file: ParsedFile,
  rows: readonly TableRow[],
  layout: Layout,
  latest: Day,
  adapt: (row: ImportRow, cells: readonly string[]) => Adapted = (row) => ({ row }),
): void {
  const { columns } = layout;
  const currencies = new Set<string>();
  for (const { line, cells } of rows) {
    const cell = (index: number | undefined) => withoutFormulaGuard(cells[index ?? -1]?.trim() ?? "");
    const amount = signedCents(layout, cell);
    const date = readDate(cell(columns.date), layout.dateOrder, latest);
    const entry = {
      // Of two problems the amount's is said.
      date: "problem" in amount ? amount : date,
      amount,
      description: descriptionOf(cell(columns.description), cell(columns.notes)),
      notes: [cell(columns.notes)],
      reference: cell(columns.reference).slice(0, 200),
      category: categoryNameOf(cell(columns.category)),
    };
    addRow(file, line, entry, (row) => adapt(row, cells));
    const currency = cell(columns.currency).toUpperCase();
    if (currency && "value" in date && "value" in amount && amount.value !== 0) currencies.add(currency);
  }
  if (currencies.size > 1) {
    file.notices.push(
      `The amounts are in ${LIST.format([...currencies].sort())}. Nothing is converted: they are imported as they are.`,
    );
  }
}

/** Positive for money that came in. */
function signedCents(
  { columns, decimalMark, outIs }: Layout,
  cell: (index: number | undefined) => string,
): Reading<number> {
  const read = (column: number | undefined) => {
    const text = cell(column);
    return text ? readFileAmount(text, decimalMark) : undefined;
  };
  const amount = read(columns.amount);
  if (amount && "problem" in amount) return amount;
  if (amount) {
    const direction = directionOf(cell(columns.direction));
    if (direction) return { ...amount, value: Math.abs(amount.value) * (direction === "in" ? 1 : -1) };
    return { ...amount, value: outIs === "negative" ? amount.value : -amount.value };
  }
  const [out, into] = [read(columns.out), read(columns.in)];
  if (out && "problem" in out) return out;
  if (into && "problem" in into) return into;
  if (!out && !into) return NO_AMOUNT;
  // Some banks write a minus in the column of debits as well. A negative credit is a debit.
  const value = (into?.value ?? 0) - Math.abs(out?.value ?? 0);
  return { value, ...((out?.rounded || into?.rounded) && { rounded: true }) };
}
