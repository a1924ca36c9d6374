import { type Day, parseDay } from "@coffer/domain/time/day";
import { quoted, type Reading } from "./parsed-file.ts";

export type DateOrder = "ymd" | "dmy" | "mdy";

const NUMERIC = /^(\d{1,4})([-./ ]) ?(\d{1,2})[-./' ] ?(\d{1,4})(?:[T ,].*)?$/;
const COMPACT = /^(\d{8})(?:[T \d.[].*)?$/;
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th|\.)?[-./ ]{1,2}(\p{L}{3,12})\.?[-./, ]{1,2}(\d{2,4})(?:[T ,].*)?$/u;
const MONTH_FIRST = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{2,4})(?:[T ,].*)?$/u;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? /;

/** Beginnings of the names of months, in the languages of the banks that write them out. */
const MONTHS: readonly (readonly string[])[] = [
  ["jan", "jän", "ene", "gen", "sty", "janv"],
  ["feb", "fév", "fev", "lut", "févr"],
  ["mar", "mär", "mrz", "maa", "mrt"],
  ["apr", "avr", "abr", "kwi"],
  ["may", "mai", "mag", "mei", "maj", "may"],
  ["jun", "juin", "giu", "cze"],
  ["jul", "juil", "lug", "lip"],
  ["aug", "aoû", "aou", "ago", "sie"],
  ["sep", "set", "wrz"],
  ["oct", "okt", "ott", "out", "paź", "paz"],
  ["nov", "lis"],
  ["dec", "dez", "déc", "dic", "gru", "des"],
];

/**
 * Reads a date as banks write it, with or without a time behind it, which is not looked at: the date is the
 * bank's. `order` decides where all three parts are numbers. Refuses what lies after `latest`.
 */
export function readDate(text: string, order: DateOrder, latest: Day): Reading<Day> {
  const parts = partsOf(text);
  const ordered = parts && inOrder(parts, order);
  if (!ordered) return { problem: text.trim() ? `${quoted(text)} is not a date.` : "The date is missing." };
  const { year, month, day } = ordered;
  if (year < 1900 || year > 2999) return { problem: `${quoted(text)} lies outside the years 1900 to 2999.` };
  const two = (number: number) => String(number).padStart(2, "0");
  const value = parseDay(`${year}-${two(month)}-${two(day)}`);
  if (!value) return { problem: `${quoted(text)} is not a date that exists.` };
  return value > latest ? { problem: `${quoted(text)} lies more than a year ahead.` } : { value };
}

/**
 * The order of a column's dates, found from all of them; undefined where none is a date. `sure` is false where
 * every one could be read both ways: then the order is the one that makes the statement shorter.
 */
export function findDateOrder(texts: readonly string[]): { order: DateOrder; sure: boolean } | undefined {
  const votes = { ymd: 0, dmy: 0, mdy: 0 };
  let plain = 0;
  let dots = 0;
  let doubtful = 0;
  for (const text of texts) {
    const parts = partsOf(text);
    if (!parts) continue;
    if (!parts.numbers) plain++;
    else if (parts.numbers[0] > 31) votes.ymd++;
    else if (parts.numbers[0] > 12) votes.dmy++;
    else if (parts.numbers[1] > 12) votes.mdy++;
    else doubtful++;
    if (parts.separator === ".") dots++;
  }
  const { ymd, dmy, mdy } = votes;
  if (plain + ymd + dmy + mdy + doubtful === 0) return undefined;
  if (dmy > mdy) return { order: "dmy", sure: true };
  if (mdy > dmy) return { order: "mdy", sure: true };
  if (ymd > 0 || doubtful === 0) return { order: "ymd", sure: true };
  if (dots > 0) return { order: "dmy", sure: true };
  return { order: spanOf(texts, "dmy") <= spanOf(texts, "mdy") ? "dmy" : "mdy", sure: false };
}

export function isDate(text: string): boolean {
  return partsOf(text) !== undefined;
}

type YearMonthDay = { year: number; month: number; day: number };

/** `numbers` are the parts in the order of the text; otherwise `date` says which is which. */
type Parts =
  | { numbers: [number, number, number]; separator?: string | undefined; date?: undefined }
  | { numbers?: undefined; separator?: undefined; date: YearMonthDay };

function partsOf(text: string): Parts | undefined {
  if (text.length > 60) return undefined;
  const plain = text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim().replace(WEEKDAY, "");
  const [, first, separator, second, third] = NUMERIC.exec(plain.replace(/t(?=\d)/, "T")) ?? [];
  if (first && second && third) {
    // A year has two digits or four; in front it has four.
    if (first.length === 3 || third.length === 3 || (first.length === 4 && third.length > 2))
      return undefined;
    const year = third.length === 1 ? 2000 + Number(third) : Number(third);
    if (first.length === 4)
      return { date: { year: Number(first), month: Number(second), day: Number(third) } };
    return { numbers: [Number(first), Number(second), year], separator };
  }
  const [, compact] = COMPACT.exec(plain.replace(/t(?=\d)/, "T")) ?? [];
  if (compact) return compactParts(compact);
  const [, day, name, year] = DAY_FIRST.exec(plain) ?? [];
  if (day && name && year) return named(year, name, day);
  const [, monthName, dayNumber, yearNumber] = MONTH_FIRST.exec(plain) ?? [];
  if (monthName && dayNumber && yearNumber) return named(yearNumber, monthName, dayNumber);
  return undefined;
}

/** "20261105", or "05112026" in the order of the column. */
function compactParts(digits: string): Parts | undefined {
  const at = (from: number, to: number) => Number(digits.slice(from, to));
  const isYearFirst = at(0, 4) >= 1800 && at(4, 6) >= 1 && at(4, 6) <= 12 && at(6, 8) <= 31;
  if (isYearFirst) return { date: { year: at(0, 4), month: at(4, 6), day: at(6, 8) } };
  const [first, second] = [at(0, 2), at(2, 4)];
  return first <= 31 && second <= 31 && at(4, 8) >= 1800 ? { numbers: [first, second, at(4, 8)] } : undefined;
}

function named(year: string, name: string, day: string): Parts | undefined {
  const month = MONTHS.findIndex((starts) => starts.some((start) => name.startsWith(start))) + 1;
  return month > 0 && year.length !== 3
    ? { date: { year: fourDigits(Number(year), year.length), month, day: Number(day) } }
    : undefined;
}

function inOrder({ numbers, date }: Parts, order: DateOrder): YearMonthDay | undefined {
  if (date) return date;
  const [first, second, third] = numbers;
  if (order === "ymd") {
    return first > 31 || third <= 31 ? { year: fourDigits(first, 2), month: second, day: third } : undefined;
  }
  const year = third > 99 ? third : fourDigits(third, 2);
  return order === "dmy" ? { year, month: second, day: first } : { year, month: first, day: second };
}

/** "26" is 2026 and "98" is 1998. */
function fourDigits(year: number, length: number): number {
  if (length === 4) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

/** The number of days between the first and the last date, when read in this order. */
function spanOf(texts: readonly string[], order: DateOrder): number {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const text of texts) {
    const parts = partsOf(text);
    const ordered = parts && inOrder(parts, order);
    if (!ordered) continue;
    const days = ordered.year * 372 + ordered.month * 31 + ordered.day;
    first = Math.min(first, days);
    last = Math.max(last, days);
  }
  return last - first;
}
