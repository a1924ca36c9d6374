import { addDays, type Day, parseDay, yearOfDay } from "@coffer/domain/time/day";
import type { Question } from "../bank-file.ts";
import { type Grid, type GridRow, textOf } from "../grid/grid.ts";
import { type Cell, isNumeric } from "../text/amount.ts";
import { monthNamed, readDate } from "../text/date.ts";
import { quoted } from "../text/plain.ts";
import { isMovement } from "./header.ts";

/** "13/02", "13.02." and "13 Feb" */
const NUMBERS = /^(\d{1,2})([/-]|\. ?)(\d{1,2})\.?$/;
const NAMED = /^(?:(\d{1,2})\.?[ -]?(\p{L}{3,10})\.?|(\p{L}{3,10})\.? (\d{1,2}))$/u;

type MonthDay = { month: number; day: number; written: (year: number) => string };

/** A day without its year; day and month of "02/03" are exchanged where `isMonthFirst`. */
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
 * Gives days without a year the one that the file states above or below them, in its name, or else the latest in which
 * none lies ahead, and asks then.
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
    const two = (number: number) => String(number).padStart(2, "0");
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
    text: `The days of this file have no year. In which year does it end? Its first row is of ${quoted(textOf(example))}.`,
    options: years.map((value) => ({ value, text: value })),
    proposed: String(yearOfDay(today)),
    lines: [],
  };
  return { grid: { ...grid, rows }, question };
}

/** Columns whose cells are such days in most rows that have an amount. */
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
