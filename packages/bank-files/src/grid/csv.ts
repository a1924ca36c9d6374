import { withoutFormulaGuard } from "@coffer/domain/text/csv";
import Papa from "papaparse";
import { FileRefusal, MAX_ROWS, tooManyRows } from "../bank-file.ts";
import { isNumeric } from "../text/amount.ts";
import { isDate } from "../text/date.ts";
import { countOf } from "../text/plain.ts";
import { type Grid, type GridRow, MAX_COLUMNS } from "./grid.ts";

type Separator = Exclude<Grid["separator"], "">;
const SEPARATORS: readonly Separator[] = [";", ",", "\t", "|"];

const MAX_LINE = 100_000;
const SAMPLE_LINES = 80;
const SAMPLE_LENGTH = 200_000;

/** Splits text into rows and cells; `separator` if it is known. */
export function readCsv(text: string, separator?: Separator): Grid {
  checkLines(text);
  checkCells(text);
  const [, declared] = /^sep=([;,\t|])\n/i.exec(text) ?? [];
  // A blank after a closing quotation mark would reopen the cell.
  const body = (declared ? text.slice(6) : text).replace(/" {1,20}(?=\n|$)/g, '"');
  const found = separator ?? SEPARATORS.find((one) => one === declared) ?? findSeparator(body);
  const { data, errors } = split(body, found, MAX_ROWS + 1);
  if (data.length > MAX_ROWS) throw tooManyRows();
  // Some programs put whole lines between quotation marks.
  const whole = data.filter(([cell = ""], index) => cell !== "" || index < data.length - 1);
  if (
    whole.length > 1 &&
    whole.every(([cell = "", ...more]) => more.length === 0 && /^[^\n]+[;,\t|]/.test(cell))
  ) {
    const inner = whole.map(([cell]) => cell).join("\n");
    if (body.startsWith('"') && inner !== body) return readCsv(inner, separator);
  }
  const rows: GridRow[] = [];
  const lines: number[] = [];
  let line = declared ? 2 : 1;
  for (const raw of data) {
    lines.push(line);
    if (raw.length > MAX_COLUMNS)
      throw new FileRefusal(
        `Line ${line} has more than ${MAX_COLUMNS} columns, so this is not a list of transactions.`,
      );
    const cells = raw.map(unwrapped);
    if (cells.some((cell) => cell !== "")) rows.push({ line, cells });
    for (const cell of raw) line += countOf(cell, "\n");
    line++;
  }
  stripApostrophes(rows);
  const open = errors.find(({ code }) => code === "MissingQuotes");
  const openLine = open && lines[open.row ?? lines.length - 1];
  const reason = "A quotation mark opens here and is never closed, so the rest cannot be read.";
  return {
    separator: found,
    rows: rows.filter((row) => row.line !== openLine),
    unreadable: openLine === undefined ? [] : [{ line: openLine, reason }],
  };
}

/** Some banks put an apostrophe before every text of a column, so that spreadsheets do not convert it. */
function stripApostrophes(rows: readonly GridRow[]): void {
  const width = Math.max(0, ...rows.slice(0, 50).map(({ cells }) => cells.length));
  for (let column = 0; column < width; column++) {
    const texts = rows.slice(0, 200).flatMap(({ cells }) => cells[column] || []);
    const marked = texts.filter((cell) => String(cell).startsWith("'")).length;
    if (marked < 2 || marked < (texts.length - 1) * 0.8) continue;
    for (const { cells } of rows) {
      const cell = cells[column];
      if (typeof cell === "string" && cell.startsWith("'"))
        cells[column] = cell.slice(1).replace(/'$/, "").trim();
    }
  }
}

/** Removes the marks that make spreadsheets keep a text: ="0012" and leading apostrophes. */
function unwrapped(raw: string): string {
  const cell = raw.trim();
  const start = cell.charCodeAt(0);
  if (start === 61 && cell.startsWith('="') && cell.endsWith('"')) return cell.slice(2, -1).trim();
  if (start === 39) return withoutFormulaGuard(cell);
  return cell;
}

/** The separator with the most rows that have a day and an amount, and with the same number of columns in most rows. */
function findSeparator(text: string): Separator {
  const sample = text.slice(0, SAMPLE_LENGTH).split("\n", SAMPLE_LINES).join("\n");
  let best: { separator: Separator; score: number } | undefined;
  for (const separator of SEPARATORS) {
    const rows = split(sample, separator, SAMPLE_LINES).data.filter(({ length }) => length > 1);
    const counts = new Map<number, number>();
    for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
    const common = Math.max(0, ...counts.values());
    // A comma within "1.234,56" makes two cells of one amount: only whole days and amounts count.
    const facts = rows.filter((cells) => {
      const trimmed = cells.map(unwrapped);
      return trimmed.some(isDate) && trimmed.some((cell) => isNumeric(cell) && !isDate(cell));
    }).length;
    const score = facts * 3 + common;
    if (rows.length > 0 && (!best || score > best.score)) best = { separator, score };
  }
  return best?.separator ?? ",";
}

/** "Mar 3, 2026" at the beginning of a line, without the quotation marks that its comma needs. */
const BARE_DAY = /^(\p{L}{3,9}\.? \d{1,2}, ?(?:19|20)\d\d),/gmu;

function split(text: string, delimiter: Separator, preview: number) {
  const quoted = delimiter === "," ? text.replace(BARE_DAY, '"$1",') : text;
  return Papa.parse<string[]>(quoted, { delimiter, newline: "\n", quoteChar: '"', preview });
}

const MAX_CELLS = 5_000_000;

/** Estimates the number of cells from the first lines, to refuse a table of nothing but commas before parsing it. */
function checkCells(text: string): void {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const separators = Math.max(...SEPARATORS.map((one) => countOf(sample, one)));
  if ((separators / sample.length) * text.length > MAX_CELLS)
    throw new FileRefusal("This table has more than 5,000,000 cells, so it is not a list of transactions.");
}

function checkLines(text: string): void {
  let line = 1;
  for (let at = 0; at < text.length; line++) {
    const next = text.indexOf("\n", at);
    const end = next < 0 ? text.length : next;
    if (end - at > MAX_LINE) {
      const size = `${(end - at).toLocaleString("en-US")} characters`;
      throw new FileRefusal(`Line ${line} has ${size}, so this is not a list of transactions.`);
    }
    at = end + 1;
  }
}
