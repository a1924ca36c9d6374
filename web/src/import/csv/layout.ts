import { type DecimalMark, findDecimalMark, readFileAmount } from "../amount.ts";
import { type DateOrder, findDateOrder, isDate } from "../date.ts";
import type { Encoding } from "../decode.ts";
import type { Columns } from "./column-role.ts";
import { columnsByName, isHeader } from "./columns.ts";
import type { Separator } from "./separator.ts";
import type { Table, TableRow } from "./table.ts";

/** The layout of a CSV file. Found from the file, shown, and corrected where it was found wrong. */
export type Layout = {
  encoding: Encoding;
  separator: Separator;
  /** The row that names the columns, counted from 0 without blank rows; -1 where none does. */
  header: number;
  columns: Columns;
  dateOrder: DateOrder;
  decimalMark: DecimalMark;
  /** Which sign money that went out has in the column of amounts. */
  outIs: "negative" | "positive";
};

/** Answers that only the person knows, because the file does not show it. */
export type Question = "columns" | "dateOrder" | "decimalMark" | "outIs";

const HEADER_ROWS = 40;
const SAMPLE_ROWS = 2_000;

/** Finds header and columns of a table, and how its dates and amounts are written; `header` where it is known. */
export function findLayout(
  table: Table,
  encoding: Encoding,
  header?: number,
): { layout: Layout; questions: Question[] } {
  const found = header === undefined ? findColumns(table.rows) : columnsBelow(table.rows, header);
  return describe({ encoding, separator: table.separator, ...found }, table);
}

export function describe(
  known: Pick<Layout, "encoding" | "separator" | "header" | "columns">,
  table: Table,
): { layout: Layout; questions: Question[] } {
  const { columns, header } = known;
  const rows = table.rows.slice(header + 1);
  const textsOf = (column: number | undefined) => (column === undefined ? [] : textsIn(rows, column));

  const dates = findDateOrder(textsOf(columns.date));
  const amounts = [columns.amount, columns.out, columns.in].flatMap(textsOf);
  const decimals = findDecimalMark(amounts);
  const signs = findSign(textsOf(columns.amount), decimals.mark, columns);
  const questions: Question[] = [];
  if (!isHeader(columns) || !dates) questions.push("columns");
  else {
    if (!dates.sure) questions.push("dateOrder");
    if (!decimals.sure) questions.push("decimalMark");
    if (!signs.sure) questions.push("outIs");
  }
  return {
    layout: { ...known, dateOrder: dates?.order ?? "ymd", decimalMark: decimals.mark, outIs: signs.outIs },
    questions,
  };
}

function findColumns(rows: readonly TableRow[]): Pick<Layout, "header" | "columns"> {
  for (const [header, row] of rows.slice(0, HEADER_ROWS).entries()) {
    const columns = columnsByName(row.cells);
    if (isHeader(columns)) return { header, columns: checked(columns, rows.slice(header + 1)) };
  }
  // Without known names, the first row with a date is data, and the row above it may name the columns.
  const first = rows.slice(0, HEADER_ROWS).findIndex(({ cells }) => cells.some(isDate));
  return first < 0 ? { header: 0, columns: {} } : columnsBelow(rows, first - 1);
}

function columnsBelow(rows: readonly TableRow[], header: number): Pick<Layout, "header" | "columns"> {
  const data = rows.slice(header + 1);
  const above = rows[header];
  const names = above && above.cells.length === data[0]?.cells.length ? above.cells : undefined;
  const columns = { ...columnsByContent(data, names), ...(names && columnsByName(names)) };
  return { header, columns: checked(columns, data) };
}

/** Without roles that the cells contradict: a "Valuta" of amounts, a "Type" that says no direction. */
function checked(columns: Columns, data: readonly TableRow[]): Columns {
  const sample = data.slice(0, SAMPLE_ROWS);
  const share = (column: number, is: (text: string) => boolean) => {
    const texts = textsIn(sample, column);
    return texts.length === 0 ? 1 : texts.filter(is).length / texts.length;
  };
  const result: Columns = { ...columns };
  if (result.date !== undefined && share(result.date, isDate) < 0.5) {
    const found = Array.from({ length: widthOf(sample) }, (_, index) => index).find(
      (index) => sample.some(({ cells }) => cells[index]?.trim()) && share(index, isDate) > 0.5,
    );
    if (found !== undefined) result.date = found;
  }
  const { direction, currency } = result;
  const isDirection = (text: string) => directionOf(text) !== undefined;
  const isCurrency = (text: string) => /^[A-Za-z]{3}$|^\p{Sc}$/u.test(text);
  if (direction !== undefined && share(direction, isDirection) < 0.9) delete result.direction;
  if (currency !== undefined && share(currency, isCurrency) < 0.9) delete result.currency;
  return result;
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
  const isAmount = [".", ","].some(
    (mark) => (mark === "." || mark === ",") && "value" in readFileAmount(text, mark),
  );
  return isAmount && (/[^\d]/.test(text) || text.length < 6);
}

/** The sign says nothing where columns say the direction. */
function findSign(
  amounts: readonly string[],
  mark: DecimalMark,
  columns: Columns,
): { outIs: Layout["outIs"]; sure: boolean } {
  if (columns.amount === undefined || columns.direction !== undefined)
    return { outIs: "negative", sure: true };
  let negative = 0;
  let positive = 0;
  for (const text of amounts) {
    const amount = readFileAmount(text, mark);
    if (!("value" in amount) || amount.value === 0) continue;
    if (amount.value < 0) negative++;
    else positive++;
  }
  // People pay more often than they are paid: cards write what was spent without a sign.
  if (negative === 0) return { outIs: "positive", sure: positive === 0 };
  return positive > negative * 3 ? { outIs: "positive", sure: false } : { outIs: "negative", sure: true };
}

const OUT = /^(d|dr|db|dbit|debit|s|soll|af|out|expense|withdrawal|débit|debe|débito|dare|-)$/i;
const IN = /^(c|cr|crdt|credit|h|haben|bij|in|income|deposit|crédit|haber|crédito|avere|\+)$/i;

/** Which way a cell of the direction column says the money went. */
export function directionOf(text: string): "in" | "out" | undefined {
  const word = text.trim();
  if (OUT.test(word)) return "out";
  return IN.test(word) ? "in" : undefined;
}
