import type { Cell } from "../text/amount.ts";

/** `line` counts from 1 in the file or sheet. */
export type GridRow = { line: number; cells: Cell[] };

/** A table before interpretation, without empty rows. */
export type Grid = {
  rows: GridRow[];
  separator: ";" | "," | "\t" | "|" | "";
  /** The lines from which on nothing could be read. */
  unreadable: { line: number; reason: string }[];
  /** Sentences about parts of the file that are not in the rows. */
  notices?: string[];
};

export const MAX_COLUMNS = 200;

export const textOf = (cell: Cell | undefined): string =>
  typeof cell === "number" ? String(cell) : (cell ?? "");
