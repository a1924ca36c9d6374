import type { ImportRow } from "@coffer/domain/import/import-row";
import { withoutFormulaGuard } from "@coffer/domain/text/csv";
import type { Day } from "@coffer/domain/time/day";
import { readFileAmount } from "../amount.ts";
import { readDate } from "../date.ts";
import {
  type Adapted,
  addRow,
  categoryNameOf,
  descriptionOf,
  NO_AMOUNT,
  type ParsedFile,
  type Reading,
} from "../parsed-file.ts";
import { directionOf, type Layout } from "./layout.ts";
import type { TableRow } from "./table.ts";

const LIST = new Intl.ListFormat("en-GB");

/** A program's meaning of a row beyond what its columns say; `cells` by the column's index. */
export type Adapt = (row: ImportRow, cells: readonly string[]) => Adapted;

export function readRows(
  file: ParsedFile,
  rows: readonly TableRow[],
  layout: Layout,
  latest: Day,
  adapt: Adapt = (row) => ({ row }),
): void {
  const { columns } = layout;
  const currencies = new Set<string>();
  for (const { line, cells } of rows) {
    const cell = (index: number | undefined) =>
      index === undefined ? "" : withoutFormulaGuard(cells[index]?.trim() ?? "");
    const amount = signedCents(layout, cell);
    const date = readDate(cell(columns.date), layout.dateOrder, latest);
    addRow(
      file,
      line,
      {
        // Of two problems the amount's is said.
        date: "problem" in amount ? amount : date,
        amount,
        description: descriptionOf(cell(columns.description), cell(columns.notes)),
        notes: [cell(columns.notes)],
        reference: cell(columns.reference).slice(0, 200),
        category: categoryNameOf(cell(columns.category)),
      },
      (row) => adapt(row, cells),
    );
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
  const text = cell(columns.amount);
  if (columns.amount !== undefined && (text || (columns.out === undefined && columns.in === undefined))) {
    if (!text) return NO_AMOUNT;
    const amount = readFileAmount(text, decimalMark);
    if ("problem" in amount) return amount;
    const direction = directionOf(cell(columns.direction));
    if (direction) return { ...amount, value: Math.abs(amount.value) * (direction === "in" ? 1 : -1) };
    return { ...amount, value: outIs === "negative" ? amount.value : -amount.value };
  }
  let value = 0;
  let isThere = false;
  let isRounded = false;
  for (const [column, sign] of [
    [columns.out, -1],
    [columns.in, 1],
  ] as const) {
    const one = cell(column);
    if (!one) continue;
    const amount = readFileAmount(one, decimalMark);
    if ("problem" in amount) return amount;
    isThere = true;
    isRounded ||= amount.rounded === true;
    // Some banks write a minus in the column of debits as well. A negative credit is a debit.
    value += sign === -1 ? -Math.abs(amount.value) : amount.value;
  }
  return isThere ? { value, ...(isRounded && { rounded: true }) } : NO_AMOUNT;
}
