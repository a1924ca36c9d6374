import { addDays, type Day, parseDay, toDay } from "@coffer/domain/time/day";
import { type Grid, type GridRow, textOf } from "../grid/grid.ts";
import type { Cell } from "../text/amount.ts";
import { isDate } from "../text/date.ts";
import { roleOfName } from "./column-names.ts";

/** A way to write days that other numbers are written in too; `read` gives the day in a form that says more. */
type Form = { is: RegExp; read: (text: string) => string | undefined };

const two = (number: number) => String(number).padStart(2, "0");

const FORMS: readonly Form[] = [
  // "031224" and "241203": which parts are which is found or asked as for any date.
  { is: /^\d{6}$/, read: (text) => text.match(/\d\d/g)?.join("/") },
  { is: /^\d{10}(?:\.\d{1,9})?$/, read: (text) => dayAfterSeconds(Number(text)) },
  { is: /^\d{13}$/, read: (text) => dayAfterSeconds(Number(text) / 1_000) },
  // "2024/338", the day of the year.
  { is: /^(?:19|20)\d\d[-/. ]?\d{3}$/, read: dayOfYear },
  { is: /^\d{5}(?:[.,]\d{1,10})?$/, read: dayOfSpreadsheet },
];

function dayAfterSeconds(seconds: number): Day {
  const date = new Date(seconds * 1_000);
  return toDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function dayOfYear(text: string): Day | undefined {
  const year = Number(text.slice(0, 4));
  const number = Number(text.slice(-3));
  const day = addDays(toDay(year, 1, 1), number - 1);
  return number >= 1 && day.startsWith(String(year)) ? day : undefined;
}

/** Spreadsheets count this day as their second after 1899-12-30, which no budget knows. */
function dayOfSpreadsheet(text: string): Day {
  return addDays(toDay(1900, 1, 1), Number(text.slice(0, 5)) - 2);
}

/** In years: a column that nobody named holds days of a statement, which are of the last few. */
const RECENT = 8;
const SAMPLE_ROWS = 2_000;
/** An unnamed column needs this many days in order. */
const PROVING_ROWS = 4;

/** Rewrites the days of a column that certainly holds days, or that a person named so. */
export function withBareDays(grid: Grid, latest: Day, named: number | undefined): Grid {
  if (named !== undefined) return written(grid, named, FORMS);
  const sample = grid.rows.slice(0, SAMPLE_ROWS);
  // Days in full form win over bare digits.
  if (sample.some(({ cells }) => cells.some(isDate))) return grid;
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  for (let column = 0; column < width; column++) {
    const form = FORMS.find((one) => isProved(sample, column, one, latest));
    if (form) return written(grid, column, [form]);
  }
  return grid;
}

function written(grid: Grid, column: number, forms: readonly Form[]): Grid {
  const readCell = (cell: Cell): Cell => {
    const text = textOf(cell).trim();
    return forms.find(({ is }) => is.test(text))?.read(text) ?? cell;
  };
  const rows = grid.rows.map(
    ({ line, cells }): GridRow => ({
      line,
      cells: cells.map((cell, index) => (index === column ? readCell(cell) : cell)),
    }),
  );
  return { ...grid, rows };
}

/** Every cell below its name is of the form and of the last few years. */
function isProved(rows: readonly GridRow[], column: number, { is, read }: Form, latest: Day): boolean {
  const cells = rows.map((row) => textOf(row.cells[column]).trim());
  const first = cells.findIndex((cell) => is.test(cell));
  if (first < 0) return false;
  const below = cells.slice(first).filter((cell) => cell !== "");
  const name = cells.slice(0, first).findLast((cell) => cell !== "") ?? "";
  const role = roleOfName(name)?.role;
  const isNamed = role === "booked" || role === "date" || role === "valued";
  const days = below.map((cell) => (is.test(cell) ? daysOf(read(cell)) : []));
  const year = Number(latest.slice(0, 4));
  const inTime = (day: Day | undefined) =>
    day !== undefined && day <= latest && Number(day.slice(0, 4)) > year - RECENT;
  // One order of the parts has to make days of all of them, and without a name days that follow one another.
  return [0, 1, 2].some((order) => {
    const read = days.map((orders) => orders[Math.min(order, orders.length - 1)]);
    if (!read.every(inTime)) return false;
    if (isNamed) return true;
    const known = read.filter((day) => day !== undefined);
    return name === "" && known.length >= PROVING_ROWS && (isSorted(known) || isSorted(known.toReversed()));
  });
}

const isSorted = (days: readonly Day[]) =>
  days.every((day, index) => index === 0 || day >= (days[index - 1] ?? day)) && new Set(days).size > 1;

/** The day that "03/12/24" is in each order of its parts, undefined if there is no such day; one day for any other text. */
function daysOf(text: string | undefined): (Day | undefined)[] {
  if (text === undefined) return [];
  const parts = text.split("/").map(Number);
  const [first = 0, second = 0, third = 0] = parts;
  if (parts.length !== 3) return [parseDay(text)];
  return [
    parseDay(`20${two(third)}-${two(second)}-${two(first)}`),
    parseDay(`20${two(third)}-${two(first)}-${two(second)}`),
    parseDay(`20${two(first)}-${two(second)}-${two(third)}`),
  ];
}
