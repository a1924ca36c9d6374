import { type ImportRow, normalizeDescription } from "@coffer/domain/import/import-row";
import { cents } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import { readFileAmount } from "../amount.ts";
import type { TableRow } from "../csv/table.ts";
import type { Adapted, FileBuilder } from "../file-builder.ts";
import { COLUMN_ROLES, type ColumnRole, type Columns, type Layout, type Reading } from "../parsed-file.ts";

/** A budget program whose CSV exports are known by their header, and bring categories or plans. */
export type Program = {
  name: string;
  /** The names of columns that only this program has together. */
  header: readonly string[];
  /** The names of the columns of each role; of several the first that is there. */
  columns: Partial<Record<ColumnRole, readonly string[]>>;
  /** The sign of an expense, where the program always writes the same. */
  outIs?: Layout["outIs"];
  adapt?(cellsIn: (column: string) => string[]): Adapt;
  /** Set where the file has plans instead of transactions. */
  plans?: {
    /** Undefined for a row that is no plan, empty for one of no category. */
    categoryOf(cell: Cell): string | undefined;
    monthOf(text: string, order: Layout["dateOrder"], file: FileBuilder): Reading<Month>;
  };
};

/** The trimmed cell of a row in a column, by the name that the program gives it; empty without the column. */
export type Cell = (column: string) => string;

/** A program's meaning of a row beyond what its columns say. */
export type Adapt = (row: ImportRow, cell: Cell) => Adapted;

/** The index of a column by its name, as the program writes it; -1 without one. */
export function columnFinder(header: readonly string[]): (name: string) => number {
  const names = header.map(normalizeDescription);
  return (name) => names.indexOf(normalizeDescription(name));
}

export function programColumns({ columns: names }: Program, header: readonly string[]): Columns {
  const indexOf = columnFinder(header);
  const columns: Columns = {};
  for (const role of COLUMN_ROLES) {
    const index = names[role]?.map(indexOf).find((one) => one >= 0);
    if (index !== undefined) columns[role] = index;
  }
  return columns;
}

export function readPlans(
  file: FileBuilder,
  rows: readonly TableRow[],
  { columns, decimalMark, dateOrder }: Layout,
  { categoryOf, monthOf }: NonNullable<Program["plans"]>,
  cellOf: (cells: readonly string[]) => Cell,
): void {
  for (const { line, cells } of rows) {
    const category = categoryOf(cellOf(cells));
    if (category === undefined) continue;
    const amount = readFileAmount(cells[columns.amount ?? -1] ?? "", decimalMark);
    const month = monthOf(cells[columns.date ?? -1] ?? "", dateOrder, file);
    if ("problem" in amount) file.cannotRead(line, amount.problem);
    else if ("problem" in month) file.cannotRead(line, month.problem);
    else if (amount.value < 0) file.leaveOut(line, "unplanned");
    else if (amount.value > 0 && category)
      file.parsed.plans.push({
        category,
        type: "expense",
        month: month.value,
        projected: cents(amount.value),
      });
  }
}
