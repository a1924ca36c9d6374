import { findDecimalMark, readFileAmount } from "../amount.ts";
import { findDateOrder, isDate } from "../date.ts";
import type { Columns, Layout, Question } from "../parsed-file.ts";
import { columnsByName, isHeader } from "./columns.ts";
import type { Table, TableRow } from "./table.ts";

type FoundColumns = Pick<Layout, "header" | "columns">;

const HEADER_ROWS = 40;
const SAMPLE_ROWS = 2_000;

export function findLayout(table: Table, encoding: Layout["encoding"], found: FoundColumns) {
  const { columns, header } = found;
  const data = table.rows.slice(header + 1);
  const textsOf = (column: number | undefined) => (column === undefined ? [] : textsIn(data, column));
  const dates = findDateOrder(textsOf(columns.date));
  const decimals = findDecimalMark([columns.amount, columns.out, columns.in].flatMap(textsOf));
  const signs = findSign(textsOf(columns.amount), decimals.mark, columns);
  const layout: Layout = {
    ...found,
    encoding,
    separator: table.separator,
    dateOrder: dates?.order ?? "ymd",
    decimalMark: decimals.mark,
    outIs: signs.outIs,
  };
  const doubts = { dateOrder: !dates?.sure, decimalMark: !decimals.sure, outIs: !signs.sure };
  const doubtful = (["dateOrder", "decimalMark", "outIs"] as const).filter((name) => doubts[name]);
  const questions: Question[] = isHeader(columns) && dates ? doubtful : ["columns"];
  return { layout, questions };
}

/** `known` is the row that names them, where the person says which. */
export function findColumns(rows: readonly TableRow[], known?: number): FoundColumns {
  if (known !== undefined) return columnsBelow(rows, known);
  for (const [header, row] of rows.slice(0, HEADER_ROWS).entries()) {
    const columns = columnsByName(row.cells);
    if (isHeader(columns)) return { header, columns: checked(columns, rows.slice(header + 1)) };
  }
  // Without known names, the first row with a date is data, and the row above it may name the columns.
  const first = rows.slice(0, HEADER_ROWS).findIndex(({ cells }) => cells.some(isDate));
  return first < 0 ? { header: 0, columns: {} } : columnsBelow(rows, first - 1);
}

function columnsBelow(rows: readonly TableRow[], header: number): FoundColumns {
  const data = rows.slice(header + 1);
  const above = rows[header];
  const names = above && above.cells.length === data[0]?.cells.length ? above.cells : undefined;
  const columns = { ...columnsByContent(data, names), ...(names && columnsByName(names)) };
  return { header, columns: checked(columns, data) };
}

/** Without roles that the cells contradict: a "Valuta" of amounts, a "Type" that says no direction. */
function checked(columns: Columns, data: readonly TableRow[]): Columns {
  const sample = data.slice(0, SAMPLE_ROWS);
  const shareOf = (column: number, is: (text: string) => boolean) => {
    const texts = textsIn(sample, column);
    return texts.length === 0 ? 1 : texts.filter(is).length / texts.length;
  };
  const { date, direction, currency, ...others } = columns;
  const isDirection = (text: string) => directionOf(text) !== undefined;
  const isCurrency = (text: string) => /^[A-Za-z]{3}$|^\p{Sc}$/u.test(text);
  const otherDate = () =>
    [...Array(widthOf(sample)).keys()].find(
      (index) => textsIn(sample, index).length > 0 && shareOf(index, isDate) > 0.5,
    );
  return {
    ...others,
    ...(date !== undefined && { date: shareOf(date, isDate) < 0.5 ? (otherDate() ?? date) : date }),
    ...(direction !== undefined && shareOf(direction, isDirection) >= 0.9 && { direction }),
    ...(currency !== undefined && shareOf(currency, isCurrency) >= 0.9 && { currency }),
  };
}

const textsIn = (rows: readonly TableRow[], column: number) =>
  rows.map(({ cells }) => cells[column]?.trim() ?? "").filter(Boolean);

const widthOf = (rows: readonly TableRow[]) =>
  Math.max(0, ...rows.slice(0, 50).map(({ cells }) => cells.length));

/** Roles by the cells where no names tell them: dates, then money, then the longest text. */
function columnsByContent(data: readonly TableRow[], names: readonly string[] | undefined): Columns {
  const sample = data.slice(0, SAMPLE_ROWS);
  const width = widthOf(sample);
  const columns: Columns = {};
  let longest = 0;
  for (let index = 0; index < width; index++) {
    const texts = textsIn(sample, index);
    if (texts.length < sample.length / 2) continue;
    const isMostly = (is: (text: string) => boolean) => texts.filter(is).length > texts.length * 0.8;
    if (isMostly(isDate)) columns.date ??= index;
    else if (isMostly(isMoney)) {
      if (!/saldo|balance|solde/i.test(names?.[index] ?? "")) columns.amount ??= index;
    } else {
      const length = new Set(texts).size + texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
      if (length <= longest) continue;
      longest = length;
      columns.description = index;
    }
  }
  return columns;
}

/** An amount rather than the number of an account: it has a sign, a mark or a currency. */
function isMoney(text: string): boolean {
  const isAmount = ([".", ","] as const).some((mark) => "value" in readFileAmount(text, mark));
  return isAmount && (/[^\d]/.test(text) || text.length < 6);
}

/** The sign says nothing where columns say the direction. */
function findSign(
  amounts: readonly string[],
  mark: Layout["decimalMark"],
  { amount, direction }: Columns,
): { outIs: Layout["outIs"]; sure: boolean } {
  if (amount === undefined || direction !== undefined) return { outIs: "negative", sure: true };
  const values = amounts.map((text) => readFileAmount(text, mark)).filter((read) => "value" in read);
  const negative = values.filter(({ value }) => value < 0).length;
  const positive = values.filter(({ value }) => value > 0).length;
  // People pay more often than they are paid: cards write what was spent without a sign.
  if (negative === 0) return { outIs: "positive", sure: positive === 0 };
  return positive > negative * 3 ? { outIs: "positive", sure: false } : { outIs: "negative", sure: true };
}

const OUT = /^(d|dr|db|dbit|debit|s|soll|af|out|expense|withdrawal|débit|debe|débito|dare|-)$/i;
const IN = /^(c|cr|crdt|credit|h|haben|bij|in|income|deposit|crédit|haber|crédito|avere|\+)$/i;

export function directionOf(text: string): "in" | "out" | undefined {
  const word = text.trim();
  if (OUT.test(word)) return "out";
  return IN.test(word) ? "in" : undefined;
}
