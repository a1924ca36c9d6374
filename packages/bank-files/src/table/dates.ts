import { addDays, type Day, parseDay, toDay, yearOfDay } from "@coffer/domain/time/day";
import type { Question } from "../bank-file.ts";
import { type Grid, type GridRow, textOf } from "../grid/grid.ts";
import { type Cell, isNumeric } from "../text/amount.ts";
import {
  type DateOrder,
  findDateOrder,
  isDate,
  monthNamed,
  orderBySequence,
  readDate,
  spreadsheetDay,
} from "../text/date.ts";
import { plain, quoted } from "../text/plain.ts";
import type { Asking } from "./asking.ts";
import { roleOfName } from "./column-names.ts";
import { isMovement } from "./header.ts";
import type { CellsIn } from "./money.ts";
import { isDateColumn, type Profile } from "./profile.ts";

const DATE_ROLES: readonly (Profile["role"] | "any")[] = [
  "booked",
  "date",
  "valued",
  undefined,
  "otherDate",
  "any",
];

export type DateColumns = { date: number | undefined; others: readonly number[] };

/** The column of booking days, and the columns that replace it in rows where it is empty. */
export function dateColumns(
  profiles: readonly Profile[],
  named: number | undefined,
  rows: readonly GridRow[],
): DateColumns {
  const found = profiles.filter(
    (profile) => isDateColumn(profile) && profile.numbers < profile.filled * 1.01,
  );
  const varies = ({ distinct }: Profile) => distinct > 1;
  const hasVarying = rows.length > 3 && found.some(varies);
  const rank = (profile: Profile) => {
    const role = DATE_ROLES.indexOf(profile.role);
    const isConstant = hasVarying && !varies(profile) ? 20 : 0;
    const isSparse = profile.filled < rows.length * 0.5 ? 10 : 0;
    return (role < 0 ? DATE_ROLES.length : role) + isConstant + isSparse + (profile.isExact ? 0 : 0.5);
  };
  const ranked = [...found].sort((a, b) => rank(a) - rank(b) || a.index - b.index);
  const date = named ?? ranked[0]?.index;
  // Without a name, a column with a date in few rows has another meaning.
  const isStandIn = ({ name, filled }: Profile) => name !== "" || filled >= rows.length * 0.5;
  const others = ranked
    .filter((profile) => profile.index !== date && profile.role !== "otherDate" && isStandIn(profile))
    .map(({ index }) => index);
  return { date, others };
}

const ORDER_TEXTS = { dmy: "Day, month, year", mdy: "Month, day, year", ymd: "Year, month, day" } as const;

/** Decides the order of day, month and year by the dates, the period above the table or the sequence; otherwise asks. */
export function decideDates(
  { date, others }: DateColumns,
  profiles: readonly Profile[],
  cellsIn: CellsIn,
  preamble: readonly GridRow[],
  latest: Day,
  asking: Asking,
): DateOrder {
  if (date === undefined) return "ymd";
  const cells = cellsIn(date).filter((cell) => cell !== "" && isDate(cell));
  const found = findDateOrder(cells);
  if (!found) return "ymd";
  if (found.sure) return found.order;
  const orders = found.orders ?? (["dmy", "mdy"] as const);
  const otherCells = others.flatMap((column) =>
    cellsIn(column).filter((cell) => cell !== "" && isDate(cell)),
  );
  const above = preamble.flatMap(({ cells }) => cells.flatMap((cell) => datesWithin(textOf(cell))));
  for (const more of [otherCells, above]) {
    const other = findDateOrder(more);
    if (other?.sure && other.order !== "ymd") return other.order;
  }
  const bySequence = orderBySequence(cells);
  if (bySequence) return bySequence;
  const fits = (order: DateOrder) =>
    cells.every((cell) => {
      const read = readDate(cell, order, yearBefore(latest));
      return "value" in read && (!found.orders || yearOfDay(read.value) > yearOfDay(latest) - 8);
    });
  const fitting = orders.filter(fits);
  if (fitting.length === 1 && fitting[0]) return fitting[0];
  const hint = orderByHeading(profiles) ?? found.likely;
  const [example] = cells;
  const answer = asking({
    id: "dateOrder",
    text: `Which day is ${quoted(String(example))}?`,
    options: orders.map((value) => ({
      value,
      text: `${ORDER_TEXTS[value]}: ${dayText(example ?? "", value, latest)}`,
    })),
    proposed: hint ?? null,
    lines: [],
  });
  return orders.find((order) => order === answer) ?? found.order;
}

const yearBefore = (latest: Day): Day =>
  parseDay(`${Number(latest.slice(0, 4)) - 1}${latest.slice(4)}`) ?? latest;

function dayText(cell: Cell, order: DateOrder, latest: Day): string {
  const read = readDate(cell, order, latest);
  return "value" in read ? read.value : "not a date";
}

/** Dates in a text, such as "Period 03/02/2026 to 28/02/2026". */
const datesWithin = (text: string): string[] =>
  text.slice(0, 500).match(/\d{1,2}[-./]\d{1,2}[-./]\d{2,4}/g) ?? [];

/** Guesses the order by words and currencies in the column names that are common in one region only. */
function orderByHeading(profiles: readonly Profile[]): "dmy" | "mdy" | undefined {
  const names = profiles.map(({ name }) => name);
  if (
    names.some((name) =>
      /\b(?:USD|CAD)\b|US\$|^trans\. date$|check (?:number|or slip)|^posted date$/i.test(name),
    )
  )
    return "mdy";
  if (
    names.some((name) =>
      /\b(?:GBP|EUR|AUD|NZD|INR|ZAR|SGD|CHF|SEK|DKK|NOK|PLN)\b|[£€]|[^\p{ASCII}]/u.test(name),
    )
  )
    return "dmy";
  const words = names.map(plain);
  return words.some((word) =>
    /\b(?:datum|fecha|data|paid out|paid in|cheque|particulars|narration)\b/.test(word),
  )
    ? "dmy"
    : undefined;
}

/** A format of dates that looks like a number. `read` returns the date in an unmistakable format. */
type Form = { is: RegExp; read: (text: string) => string | undefined };

const two = (number: number) => String(number).padStart(2, "0");

const FORMS: readonly Form[] = [
  // "031224" and "241203". The order of the parts is found as for any other date.
  { is: /^\d{6}$/, read: (text) => text.match(/\d\d/g)?.join("/") },
  { is: /^\d{10}(?:\.\d{1,9})?$/, read: (text) => dayAfterSeconds(Number(text)) },
  { is: /^\d{13}$/, read: (text) => dayAfterSeconds(Number(text) / 1_000) },
  // "2024/338", the day of the year.
  { is: /^(?:19|20)\d\d[-/. ]?\d{3}$/, read: dayOfYear },
  { is: /^\d{5}(?:[.,]\d{1,10})?$/, read: (text) => spreadsheetDay(Number(text.slice(0, 5))) },
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

/** An unnamed column of numbers can have dates only if they lie within this many years. */
const RECENT = 8;
const SAMPLE_ROWS = 2_000;
/** An unnamed column of numbers needs this many dates, in order. */
const PROVING_ROWS = 4;

/** Rewrites numbers as dates in a column that a person chose or that certainly has dates. */
export function withBareDays(grid: Grid, latest: Day, named: number | undefined): Grid {
  if (named !== undefined) return written(grid, named, FORMS);
  const sample = grid.rows.slice(0, SAMPLE_ROWS);
  // Numbers are dates only if the file has no other dates.
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

/** True if every cell below the column's name has the format and lies within recent years. */
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
  // All cells must be dates in one order of the parts. Without a name, the dates must also be sorted.
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

/** The days of "03/12/24" in each order of its parts, undefined where there is none; a single day for any other text. */
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

/** "13/02", "13.02." and "13 Feb" */
const NUMBERS = /^(\d{1,2})([/-]|\. ?)(\d{1,2})\.?$/;
const NAMED = /^(?:(\d{1,2})\.?[ -]?(\p{L}{3,10})\.?|(\p{L}{3,10})\.? (\d{1,2}))$/u;

type MonthDay = { month: number; day: number; written: (year: number) => string };

/** A day without its year. `isMonthFirst` says that "02/03" is in February. */
function monthDayOf(cell: Cell, isMonthFirst = false): MonthDay | undefined {
  const text = textOf(cell).replace(/^'/, "").trim();
  const [, first, separator = "", second] = NUMBERS.exec(text) ?? [];
  if (separator.startsWith(".") && !text.endsWith(".")) return undefined;
  if (first && second) {
    const [day, month] = isMonthFirst ? [Number(second), Number(first)] : [Number(first), Number(second)];
    return isPossible(month, day)
      ? { month, day, written: (year) => [first, second, year].join(separator.trim()) }
      : undefined;
  }
  const [, before, nameAfter, nameBefore, after] = NAMED.exec(text) ?? [];
  const month = monthNamed((nameAfter ?? nameBefore ?? "").toLowerCase());
  const day = Number(before ?? after);
  return month && isPossible(month, day)
    ? { month, day, written: (year) => `${day} ${nameAfter ?? nameBefore} ${year}` }
    : undefined;
}

const isPossible = (month: number, day: number) => month >= 1 && month <= 12 && day >= 1 && day <= 31;

export const isDayWithoutYear = (cell: Cell): boolean =>
  (monthDayOf(cell) ?? monthDayOf(cell, true)) !== undefined;

/**
 * Adds the year to days without one. The year is stated in the file or its name. Otherwise it is the latest one in
 * which no day is in the future, and a question is asked.
 */
export function withYears(
  grid: Grid,
  { name, today, answer }: { name: string; today: Day; answer: string | undefined },
): { grid: Grid; question?: Question } {
  if (grid.rows.slice(0, 400).some(isMovement)) return { grid };
  const columns = columnsWithoutYear(grid.rows);
  if (columns.length === 0) return { grid };
  const days = grid.rows.flatMap(({ cells }) => columns.map((column) => cells[column] ?? ""));
  const isMonthFirst =
    days.filter((cell) => monthDayOf(cell)).length < days.filter((cell) => monthDayOf(cell, true)).length;
  const stated = lastDayStated(grid.rows, name, today);
  const chosen = stated ?? parseDay(`${answer}-12-31`);
  const end = chosen === undefined || chosen > today ? today : chosen;
  const yearFor = ({ month, day }: MonthDay) => {
    const year = yearOfDay(end);
    return `${year}-${two(month)}-${two(day)}` > addDays(end, stated ? 31 : 0) ? year - 1 : year;
  };
  const rows = grid.rows.map(
    ({ line, cells }): GridRow => ({
      line,
      cells: cells.map((cell, index) => {
        const found = columns.includes(index) ? monthDayOf(cell, isMonthFirst) : undefined;
        return found ? found.written(yearFor(found)) : cell;
      }),
    }),
  );
  if (stated) return { grid: { ...grid, rows } };
  const years = [yearOfDay(today), yearOfDay(today) - 1, yearOfDay(today) - 2].map(String);
  const example = days.find((cell) => monthDayOf(cell, isMonthFirst)) ?? "";
  const question: Question = {
    id: "year",
    text: `The dates in this file have no year. In which year does the file end? Its first date is ${quoted(textOf(example))}.`,
    options: years.map((value) => ({ value, text: value })),
    proposed: String(yearOfDay(today)),
    lines: [],
  };
  return { grid: { ...grid, rows }, question };
}

/** Columns with a day without a year in most rows that have an amount. */
function columnsWithoutYear(rows: readonly GridRow[]): number[] {
  const counts = new Map<number, number>();
  const sample = rows
    .slice(0, 400)
    .filter(({ cells }) => cells.some(isDayWithoutYear) && cells.some(isAmount));
  for (const { cells } of sample)
    for (const [index, cell] of cells.entries())
      if (isDayWithoutYear(cell)) counts.set(index, (counts.get(index) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= sample.length * 0.6).map(([index]) => index);
}

const isAmount = (cell: Cell) => isNumeric(cell) && !isDayWithoutYear(cell);

const WHOLE_DAYS =
  /\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}\.? \p{L}{3,10} \d{4}|\p{L}{3,10} \d{1,2}, \d{4}/gu;

function lastDayStated(rows: readonly GridRow[], name: string, today: Day): Day | undefined {
  const texts = [...rows.flatMap(({ cells }) => cells.map(textOf)), name].filter((text) =>
    /20\d\d/.test(text),
  );
  const days = texts
    .slice(0, 50)
    .flatMap((text) => text.match(WHOLE_DAYS) ?? [])
    .flatMap((text) => {
      const read = (["dmy", "mdy"] as const).map((order) => readDate(text, order, today));
      return read.flatMap((one) => ("value" in one ? [one.value] : [])).slice(0, 1);
    });
  const last = days.sort().at(-1);
  if (last) return last;
  const years = new Set(texts.flatMap((text) => text.match(/(?<!\d)20\d\d(?!\d)/g) ?? []));
  const [year] = years;
  return years.size === 1 ? parseDay(`${year}-12-31`) : undefined;
}
