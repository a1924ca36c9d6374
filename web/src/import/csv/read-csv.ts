import type { ImportRow } from "@coffer/domain/import/import-row";
import { withoutFormulaGuard } from "@coffer/domain/text/csv";
import type { Day } from "@coffer/domain/time/day";
import { readFileAmount } from "../amount.ts";
import type { DecodedText } from "../decode.ts";
import { type Adapted, type FileBuilder, NO_AMOUNT, startFile } from "../file-builder.ts";
import type { Layout, ParsedFile, Question, Reading } from "../parsed-file.ts";
import { categoryNameOf, FileRefusal } from "../parsed-file.ts";
import { columnFinder, programColumns, readPlans, resolveCategories } from "../programs/program.ts";
import { PROGRAMS } from "../programs/programs.ts";
import { columnsByName } from "./columns.ts";
import { directionOf, findColumns, findLayout } from "./find-layout.ts";
import { readTable, type Table, type TableRow } from "./table.ts";

export type ParsedCsv = ParsedFile & {
  layout: Layout;
  /** The names of the columns, or "Column 1" and so on where they have none. */
  header: string[];
  sample: string[][];
  /** The first rows of all, one of which may name the columns. */
  top: string[];
  /** By what a layout is remembered: the same names in the same order. */
  headerKey: string;
};

export type KnownLayout = {
  /** As the person says; the columns are found anew where these are not among it. */
  corrected?: Partial<Layout>;
  remembered?: ReadonlyMap<string, Layout>;
};

const SAMPLE_ROWS = 5;
const TOP_ROWS = 12;
const LIST = new Intl.ListFormat("en-GB");

export function readCsv(
  { text, encoding }: DecodedText,
  latest: Day,
  { corrected, remembered: layouts }: KnownLayout = {},
): ParsedCsv {
  const table = readTable(text, corrected?.separator);
  if (table.rows.every(({ cells }) => cells.length < 2)) {
    throw new FileRefusal("This file is not a table: no line of it has two columns.");
  }
  const { program, ...found } = detectLayout(
    table,
    encoding,
    corrected?.columns ? undefined : corrected?.header,
  );
  const namesIn = (header: number) => table.rows[header]?.cells ?? [];
  const headerKey = headerKeyOf(namesIn(found.layout.header), namesIn(0).length);
  const remembered = corrected ? undefined : layouts?.get(headerKey);
  // The lines above a header, a name or a period, may be more lines the next time.
  const header = found.questions.includes("columns") ? remembered?.header : found.layout.header;
  const given = corrected?.columns ? corrected : remembered && { ...remembered, header: header ?? -1 };
  const layout = { ...found.layout, ...given, separator: table.separator, encoding };
  const questions = given ? [] : found.questions;

  const rows = table.rows.slice(layout.header + 1);
  if (rows.length === 0) throw new FileRefusal("This file has no rows below its header.");
  const names = namesIn(layout.header);
  const file = startFile(program?.name ?? "CSV", latest);
  for (const { line, reason } of table.unreadable) file.cannotRead(line, reason);
  const indexOf = columnFinder(names);
  const cellOf = (cells: readonly string[]) => (column: string) => (cells[indexOf(column)] ?? "").trim();
  if (program?.plans) readPlans(file, rows, layout, program.plans, cellOf);
  else if (!questions.includes("columns")) {
    const adapt = program?.adapt?.((column) => rows.map(({ cells }) => cellOf(cells)(column)));
    readRows(file, rows, layout, adapt && ((row, cells) => adapt(row, cellOf(cells))));
  }
  if (program) resolveCategories(file.parsed);
  const width = Math.max(names.length, ...rows.slice(0, 50).map(({ cells }) => cells.length));
  return {
    ...file.parsed,
    layout,
    questions,
    header: Array.from({ length: width }, (_, index) => names[index]?.trim() || `Column ${index + 1}`),
    sample: rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map((cell) => cell.slice(0, 200))),
    top: table.rows.slice(0, TOP_ROWS).map(({ cells }) => cells.filter(Boolean).join(", ").slice(0, 60)),
    headerKey,
  };
}

function detectLayout(table: Table, encoding: Layout["encoding"], header: number | undefined) {
  const programs = table.rows.slice(0, header === undefined ? 5 : 0).map(({ cells }) => {
    const indexOf = columnFinder(cells);
    return PROGRAMS.find((one) => one.header.every((name) => indexOf(name) >= 0));
  });
  const at = programs.findIndex((program) => program !== undefined);
  const program = programs[at];
  const found = program
    ? { header: at, columns: programColumns(program, table.rows[at]?.cells ?? []) }
    : findColumns(table.rows, header);
  const { layout, questions } = findLayout(table, encoding, found);
  const isOpen = (question: Question) =>
    (!program?.plans || question === "decimalMark") && (!program?.outIs || question !== "outIs");
  return {
    program,
    layout: { ...layout, ...(program?.outIs && { outIs: program.outIs }) },
    questions: questions.filter(isOpen),
  };
}

function headerKeyOf(names: readonly string[], width: number): string {
  return Object.keys(columnsByName(names)).length > 0
    ? names.map((name) => name.trim().toLowerCase()).join("\u001f")
    : `${width} columns`;
}

function readRows(
  file: FileBuilder,
  rows: readonly TableRow[],
  layout: Layout,
  adapt: (row: ImportRow, cells: readonly string[]) => Adapted = (row) => row,
): void {
  const { columns } = layout;
  const currencies = new Set<string>();
  for (const { line, cells } of rows) {
    const cell = (index: number | undefined) => withoutFormulaGuard(cells[index ?? -1]?.trim() ?? "");
    const amount = signedCents(layout, cell);
    const date = file.date(cell(columns.date), layout.dateOrder);
    const text = cell(columns.notes);
    const entry = {
      // Of two problems the amount's is said.
      date: "problem" in amount ? amount : date,
      amount,
      description: [cell(columns.description), text],
      notes: [text],
      reference: cell(columns.reference).slice(0, 200),
      category: categoryNameOf(cell(columns.category)),
    };
    file.add(line, entry, (row) => adapt(row, cells));
    const currency = cell(columns.currency).toUpperCase();
    if (currency && "value" in date && "value" in amount && amount.value !== 0) currencies.add(currency);
  }
  if (currencies.size < 2) return;
  const listed = LIST.format([...currencies].sort());
  file.parsed.notices.push(
    `The amounts are in ${listed}. Nothing is converted: they are imported as they are.`,
  );
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
