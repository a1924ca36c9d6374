import type { Day } from "@coffer/domain/time/day";
import type { DecodedText, Encoding } from "../decode.ts";
import { emptyFile, FileRefusal, type ParsedFile } from "../parsed-file.ts";
import { resolveCategories } from "../programs/file-categories.ts";
import { findProgram } from "../programs/find-program.ts";
import { cellOf, columnsOf, programColumns } from "../programs/program.ts";
import { columnsByName } from "./columns.ts";
import { describe, findLayout, type Layout, type Question } from "./layout.ts";
import { readRows } from "./rows.ts";
import { readTable, type Table } from "./table.ts";

/** A CSV file with how it was read, for the person to see and correct. */
export type ParsedCsv = ParsedFile & {
  layout: Layout;
  questions: Question[];
  /** The names of the columns, or "Column 1" and so on where they have none. */
  header: string[];
  /** The first rows, unchanged. */
  sample: string[][];
  /** The first rows of all, one of which may name the columns. */
  top: string[];
  /** By what a layout is remembered: the same names in the same order. */
  headerKey: string;
};

/** Corrections before the columns are found: all of them are others then. */
export type TableFormat = Partial<Pick<Layout, "encoding" | "separator" | "header">>;

/** The layout as it is known before: what a person corrected, or what was remembered for this header. */
export type KnownLayout = {
  format?: TableFormat | undefined;
  corrected?: Layout | undefined;
  remembered?: ((headerKey: string) => Layout | undefined) | undefined;
};

const SAMPLE_ROWS = 5;
const TOP_ROWS = 12;

export function readCsv(decoded: DecodedText, latest: Day, known: KnownLayout = {}): ParsedCsv {
  const table = readTable(decoded.text, known.corrected?.separator ?? known.format?.separator);
  if (table.rows.every(({ cells }) => cells.length < 2)) {
    throw new FileRefusal("This file is not a table: no line of it has two columns.");
  }
  const { program, ...found } = detectLayout(table, decoded.encoding, known.format?.header);
  const headerKey = headerKeyOf(
    table.rows[found.layout.header]?.cells ?? [],
    table.rows[0]?.cells.length ?? 0,
  );
  const remembered = known.corrected || known.format ? undefined : known.remembered?.(headerKey);
  // The lines above a header, a name or a period, may be more lines the next time.
  const header = found.questions.includes("columns") ? remembered?.header : found.layout.header;
  const given = known.corrected ?? (remembered && { ...remembered, header: header ?? -1 });
  const layout = given ? { ...given, separator: table.separator, encoding: decoded.encoding } : found.layout;
  const questions = given ? [] : found.questions;

  const rows = table.rows.slice(layout.header + 1);
  if (rows.length === 0) throw new FileRefusal("This file has no rows below its header.");
  const names = table.rows[layout.header]?.cells ?? [];
  const file = emptyFile(program?.name ?? "CSV");
  file.unreadable.push(...table.unreadable);
  const cell = cellOf(columnsOf(names));
  if (program?.readPlans) program.readPlans(file, rows, cell, layout, latest);
  else if (!questions.includes("columns")) {
    readRows(file, rows, layout, latest, program?.adapt?.(cell, rows));
  }
  if (program) resolveCategories(file);
  const width = Math.max(names.length, ...rows.slice(0, 50).map(({ cells }) => cells.length));
  return {
    ...file,
    layout,
    questions,
    header: Array.from({ length: width }, (_, index) => names[index]?.trim() || `Column ${index + 1}`),
    sample: rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map((cell) => cell.slice(0, 200))),
    top: table.rows.slice(0, TOP_ROWS).map(({ cells }) => cells.filter(Boolean).join(", ").slice(0, 60)),
    headerKey,
  };
}

/** The program that wrote the table, where it is known by its header, and the layout; `header` where that is known. */
function detectLayout(table: Table, encoding: Encoding, header: number | undefined) {
  const written = header === undefined ? findProgram(table.rows) : undefined;
  if (!written) return { program: undefined, ...findLayout(table, encoding, header) };
  const { program } = written;
  const columns = programColumns(program, columnsOf(table.rows[written.header]?.cells ?? []));
  const { layout, questions } = describe(
    { encoding, separator: table.separator, header: written.header, columns },
    table,
  );
  const isOpen = (question: Question) =>
    (!program.readPlans || question === "decimalMark") && (!program.outIs || question !== "outIs");
  return {
    program,
    layout: { ...layout, ...(program.outIs && { outIs: program.outIs }) },
    questions: questions.filter(isOpen),
  };
}

/** The names of the columns, or their number where they have none. */
function headerKeyOf(names: readonly string[], width: number): string {
  return Object.keys(columnsByName(names)).length > 0
    ? names.map((name) => name.trim().toLowerCase()).join("\u001f")
    : `${width} columns`;
}
