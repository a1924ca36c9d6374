import type { Day } from "@coffer/domain/time/day";
import type { DecodedText } from "../decode.ts";
import type { CorrectedLayout, Layout, Question } from "../layout.ts";
import { emptyFile, FileRefusal, type ParsedFile } from "../parsed-file.ts";
import { resolveCategories } from "../programs/file-categories.ts";
import { columnFinder, programColumns, readPlans } from "../programs/program.ts";
import { PROGRAMS } from "../programs/programs.ts";
import { columnsByName } from "./columns.ts";
import { describeColumns, findLayout } from "./find-layout.ts";
import { readRows } from "./rows.ts";
import { readTable, type Table } from "./table.ts";

/** A CSV file with how it was read, for the person to see and correct. */
export type ParsedCsv = ParsedFile & {
  layout: Layout;
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

/** The layout as it is known before: what a person corrected, or what was remembered by its header. */
export type KnownLayout = {
  format?: TableFormat;
  corrected?: CorrectedLayout;
  remembered?: ReadonlyMap<string, Layout>;
};

const SAMPLE_ROWS = 5;
const TOP_ROWS = 12;

export function readCsv({ text, encoding }: DecodedText, latest: Day, known: KnownLayout = {}): ParsedCsv {
  const table = readTable(text, known.corrected?.separator ?? known.format?.separator);
  if (table.rows.every(({ cells }) => cells.length < 2)) {
    throw new FileRefusal("This file is not a table: no line of it has two columns.");
  }
  const { program, ...found } = detectLayout(table, encoding, known.format?.header);
  const namesIn = (header: number) => table.rows[header]?.cells ?? [];
  const headerKey = headerKeyOf(namesIn(found.layout.header), namesIn(0).length);
  const remembered = known.corrected || known.format ? undefined : known.remembered?.get(headerKey);
  // The lines above a header, a name or a period, may be more lines the next time.
  const header = found.questions.includes("columns") ? remembered?.header : found.layout.header;
  const given = known.corrected ?? (remembered && { ...remembered, header: header ?? -1 });
  const layout = { ...found.layout, ...given, separator: table.separator, encoding };
  const questions = given ? [] : found.questions;

  const rows = table.rows.slice(layout.header + 1);
  if (rows.length === 0) throw new FileRefusal("This file has no rows below its header.");
  const names = namesIn(layout.header);
  const file = emptyFile(program?.name ?? "CSV");
  file.unreadable.push(...table.unreadable);
  const indexOf = columnFinder(names);
  const cellOf = (cells: readonly string[]) => (column: string) => (cells[indexOf(column)] ?? "").trim();
  if (program?.plans) readPlans(file, rows, layout, program.plans, cellOf, latest);
  else if (!questions.includes("columns")) {
    const adapt = program?.adapt?.((column) => rows.map(({ cells }) => cellOf(cells)(column)));
    readRows(file, rows, layout, latest, adapt && ((row, cells) => adapt(row, cellOf(cells))));
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

/** The program that wrote the table, where one of its first rows is its header, and the layout. */
function detectLayout(table: Table, encoding: Layout["encoding"], header: number | undefined) {
  const programs = table.rows.slice(0, header === undefined ? 5 : 0).map(({ cells }) => {
    const indexOf = columnFinder(cells);
    return PROGRAMS.find((one) => one.header.every((name) => indexOf(name) >= 0));
  });
  const at = programs.findIndex((program) => program !== undefined);
  const program = programs[at];
  if (!program) return { program, ...findLayout(table, encoding, header) };
  const columns = programColumns(program, table.rows[at]?.cells ?? []);
  const { layout, questions } = describeColumns(table, encoding, { header: at, columns });
  const isOpen = (question: Question) =>
    (!program.plans || question === "decimalMark") && (!program.outIs || question !== "outIs");
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
