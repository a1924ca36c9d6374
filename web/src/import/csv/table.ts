import Papa from "papaparse";
import type { Layout, LineNote } from "../parsed-file.ts";
import { countOf, FileRefusal, layout, MAX_ROWS, tooManyRows } from "../parsed-file.ts";

const SEPARATORS = layout.entries.separator.options;
type Separator = Layout["separator"];

/** `line` is where the row begins, counted from 1: a quoted cell may span several. */
export type TableRow = { line: number; cells: string[] };
export type Table = { separator: Separator; rows: TableRow[]; unreadable: LineNote[] };

const MAX_COLUMNS = 200;
const MAX_LINE = 100_000;
const SAMPLE_LINES = 60;
const SAMPLE_LENGTH = 200_000;

/** Splits text into rows and cells; `separator` where it is known. Blank rows are left out. */
export function readTable(text: string, separator?: Separator): Table {
  checkLines(text);
  const [, declared] = /^sep=([;,\t|])\n/.exec(text) ?? [];
  const body = declared ? text.slice(6) : text;
  const found = separator ?? SEPARATORS.find((one) => one === declared) ?? findSeparator(body);
  const { data, errors } = split(body, found, MAX_ROWS + 1);
  if (data.length > MAX_ROWS) throw tooManyRows();
  const rows: TableRow[] = [];
  let line = declared ? 2 : 1;
  const lines: number[] = [];
  for (const cells of data) {
    lines.push(line);
    if (cells.length > MAX_COLUMNS) {
      throw new FileRefusal(`Line ${line} has more than 200 columns, which is no list of transactions.`);
    }
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
    for (const cell of cells) line += countOf(cell, "\n");
    line++;
  }
  const open = errors.find(({ code }) => code === "MissingQuotes");
  const openLine = open && lines[open.row ?? lines.length - 1];
  const reason = "A quotation mark opens here and is never closed, so the rest cannot be read.";
  return {
    separator: found,
    rows: rows.filter((row) => row.line !== openLine),
    unreadable: openLine === undefined ? [] : [{ line: openLine, reason }],
  };
}

/** A separator that gives most rows one number of columns, and of several the one that gives more columns. */
function findSeparator(text: string): Separator {
  const sample = text.slice(0, SAMPLE_LENGTH).split("\n", SAMPLE_LINES).join("\n");
  let best: { separator: Separator; rows: number; columns: number } | undefined;
  for (const separator of SEPARATORS) {
    const counts = new Map<number, number>();
    for (const { length } of split(sample, separator, SAMPLE_LINES).data) {
      if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    }
    for (const [columns, rows] of counts) {
      const isBetter = !best || rows > best.rows * 1.5 || (rows * 1.5 >= best.rows && columns > best.columns);
      if (isBetter) best = { separator, rows, columns };
    }
  }
  return best?.separator ?? ",";
}

function split(text: string, delimiter: Separator, preview: number) {
  return Papa.parse<string[]>(text, { delimiter, newline: "\n", quoteChar: '"', preview });
}

function checkLines(text: string): void {
  for (const [index, { length }] of text.split("\n").entries()) {
    if (length <= MAX_LINE) continue;
    const size = `${length.toLocaleString("en-US")} characters`;
    throw new FileRefusal(`Line ${index + 1} has ${size}, which is no list of transactions.`);
  }
}
