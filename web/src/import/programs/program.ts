import type { Day } from "@coffer/domain/time/day";
import { COLUMN_ROLES, type ColumnRole, type Columns } from "../csv/column-role.ts";
import { normalizeName } from "../csv/columns.ts";
import type { Layout } from "../csv/layout.ts";
import type { Adapt } from "../csv/rows.ts";
import type { TableRow } from "../csv/table.ts";
import type { ParsedFile } from "../parsed-file.ts";

/** The column of a name, as the program writes it. */
type ColumnOf = (name: string) => number | undefined;

/** The trimmed cell of a row in a column; empty without the column. */
type CellOf = (cells: readonly string[], column: string) => string;

/** A budget program whose CSV exports are known by their header, and bring categories or plans. */
export type Program = {
  name: string;
  /** The names of columns that only this program has together. */
  header: readonly string[];
  /** The names of the columns of each role; of several the first that is there. */
  columns: Partial<Record<ColumnRole, readonly string[]>>;
  /** Which sign an expense has, where the program always writes the same. */
  outIs?: Layout["outIs"];
  adapt?(cell: CellOf, rows: readonly TableRow[]): Adapt;
  /** Reads plans instead of transactions. */
  readPlans?(file: ParsedFile, rows: readonly TableRow[], cell: CellOf, layout: Layout, latest: Day): void;
};

export function columnsOf(header: readonly string[]): ColumnOf {
  const names = header.map(normalizeName);
  return (name) => {
    const index = names.indexOf(normalizeName(name));
    return index < 0 ? undefined : index;
  };
}

export const cellOf =
  (at: ColumnOf): CellOf =>
  (cells, column) =>
    (cells[at(column) ?? -1] ?? "").trim();

export function programColumns({ columns: names }: Program, at: ColumnOf): Columns {
  const columns: Columns = {};
  for (const role of COLUMN_ROLES) {
    const index = names[role]?.map(at).find((one) => one !== undefined);
    if (index !== undefined) columns[role] = index;
  }
  return columns;
}
