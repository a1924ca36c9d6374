import { withoutFormulaGuard } from "@coffer/domain/csv";
import type { Day } from "@coffer/domain/day";
import type { ImportRow } from "@coffer/domain/import-row";
import { cents } from "@coffer/domain/money";
import { readAmount } from "../amount.ts";
import { readDate } from "../date.ts";
import { categoryNameOf, descriptionOf, notesOf, type ParsedFile, type Reading } from "../parsed-file.ts";
import { directionOf, type Layout } from "./layout.ts";
import type { TableRow } from "./table.ts";

/** A row as it goes on, or why it is left out. */
type Adapted = { row: ImportRow } | { leftOut: string };

/** What a program means by a row beyond what its columns say; `cells` by the column's place. */
export type Adapt = (row: ImportRow, cells: readonly string[]) => Adapted;

/** Reads the rows of a table into `file`. */
export function readRows(
  file: ParsedFile,
  rows: readonly TableRow[],
  layout: Layout,
  latest: Day,
  adapt: Adapt = (row) => ({ row }),
): void {
  const currencies = new Set<string>();
  for (const { line, cells } of rows) {
    const cell = (index: number | undefined) =>
      index === undefined ? "" : withoutFormulaGuard(cells[index]?.trim() ?? "");
    const { columns } = layout;
    const signed = signedCents(layout, cell);
    if ("problem" in signed) {
      file.unreadable.push({ line, reason: signed.problem });
      continue;
    }
    const date = readDate(cell(columns.date), layout.dateOrder, latest);
    if ("problem" in date) {
      file.unreadable.push({ line, reason: date.problem });
      continue;
    }
    if (signed.value === 0) {
      file.leftOut.push({ line, reason: "Its amount is zero." });
      continue;
    }
    const description = descriptionOf(cell(columns.description), cell(columns.notes));
    const reference = cell(columns.reference).slice(0, 200);
    const category = categoryNameOf(cell(columns.category));
    const adapted = adapt(
      {
        date: date.value,
        description,
        amount: cents(Math.abs(signed.value)),
        type: signed.value > 0 ? "income" : "expense",
        ...notesOf(description, cell(columns.notes)),
        ...(reference && { reference }),
        ...(category && { category }),
      },
      cells,
    );
    if ("leftOut" in adapted) file.leftOut.push({ line, reason: adapted.leftOut });
    else file.rows.push({ line, row: adapted.row });
    const currency = cell(columns.currency).toUpperCase();
    if (currency) currencies.add(currency);
  }
  if (currencies.size > 1) {
    file.notices.push(
      `The amounts are in ${listOf([...currencies].sort())}. Nothing is converted: they come in as they stand.`,
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
    if (!text) return { problem: "The amount is missing." };
    const amount = readAmount(text, decimalMark);
    if ("problem" in amount) return amount;
    const direction = directionOf(cell(columns.direction));
    if (direction) return { value: direction === "in" ? Math.abs(amount.value) : -Math.abs(amount.value) };
    return { value: outIs === "negative" ? amount.value : -amount.value };
  }
  let value = 0;
  let isThere = false;
  for (const [column, sign] of [
    [columns.out, -1],
    [columns.in, 1],
  ] as const) {
    const one = cell(column);
    if (!one) continue;
    const amount = readAmount(one, decimalMark);
    if ("problem" in amount) return amount;
    isThere = true;
    // Some banks write a minus in the column of debits as well. A negative credit is a debit.
    value += sign === -1 ? -Math.abs(amount.value) : amount.value;
  }
  return isThere ? { value } : { problem: "The amount is missing." };
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
