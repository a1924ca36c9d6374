import type { Cell } from "../text/amount.ts";

/** `line` is of the file or the sheet, counted from 1. */
export type GridRow = { line: number; cells: Cell[] };

/** A table before anything in it is understood. Rows without any text are not in it. */
export type Grid = {
  rows: GridRow[];
  separator: ";" | "," | "\t" | "|" | "";
  /** Lines from which on nothing could be read. */
  unreadable: { line: number; reason: string }[];
};

export const MAX_COLUMNS = 200;

export const textOf = (cell: Cell | undefined): string =>
  typeof cell === "number" ? String(cell) : (cell ?? "");
