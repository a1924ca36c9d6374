declare const unit: unique symbol;

/** A calendar day "yyyy-MM-dd", without time or zone; days compare as text. Years 1900 to 2999. */
export type Day = string & { readonly [unit]: "day" };

const branded = (text: string): Day => text as Day;

/** The ends of the calendar. Arithmetic is clamped to them, so that no valid date causes an error. */
export const FIRST_DAY = branded("1900-01-01");
export const LAST_DAY = branded("2999-12-31");

export const MONTH_NAMES = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Indexed by `weekday`. */
export const WEEKDAY_NAMES = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** Undefined unless the text is an existing date, written "yyyy-MM-dd". */
export function parseDay(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return isReal(Number(year), Number(month), Number(day)) ? branded(text) : undefined;
}

/** `month` is 1 to 12. Throws RangeError if there is no such day. */
export function toDay(year: number, month: number, day: number): Day {
  if (!isReal(year, month, day)) throw new RangeError(`No such day: ${year}-${month}-${day}`);
  return branded(`${year}-${twoDigits(month)}-${twoDigits(day)}`);
}

/** `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

export const yearOfDay = (day: Day): number => digits(day, 0, 4);
/** 1 to 12. */
export const monthOfYear = (day: Day): number => digits(day, 5, 7);
export const dayOfMonth = (day: Day): number => digits(day, 8, 10);
/** 0 for Sunday to 6 for Saturday. */
export const weekday = (day: Day): number => new Date(Date.parse(day)).getUTCDay();

export function addDays(day: Day, days: number): Day {
  const dayAfter = dayOfMonth(day) + days;
  // A fast path, since most steps stay within the month and a forecast of a year takes thousands.
  if (dayAfter >= 1 && dayAfter <= daysInMonth(yearOfDay(day), monthOfYear(day)))
    return branded(`${day.slice(0, 8)}${twoDigits(dayAfter)}`);
  const clamped = Math.max(msOf(FIRST_DAY), Math.min(msOf(LAST_DAY), msOf(day) + days * DAY_MS));
  const date = new Date(clamped);
  return branded(
    `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`,
  );
}

/** Positive when b is later. */
export const daysBetween = (a: Day, b: Day): number => (msOf(b) - msOf(a)) / DAY_MS;

/** Several times faster than Date.parse. */
const msOf = (day: Day): number => Date.UTC(yearOfDay(day), monthOfYear(day) - 1, dayOfMonth(day));

/** Parses the digits between two positions without a substring: a forecast of a year reads a hundred thousand. */
export function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number));

/** January 31 + 1 is February 28, + 2 is March 31: count from the anchor, so that the 31st is not lost. */
export function addMonthsAnchored(start: Day, months: number): Day {
  const index = yearOfDay(start) * 12 + monthOfYear(start) - 1 + months;
  const year = Math.floor(index / 12);
  if (year < yearOfDay(FIRST_DAY)) return FIRST_DAY;
  if (year > yearOfDay(LAST_DAY)) return LAST_DAY;
  const month = index - year * 12 + 1;
  return toDay(year, month, Math.min(dayOfMonth(start), daysInMonth(year, month)));
}

export const compareDays = (a: Day, b: Day): number => (a < b ? -1 : a > b ? 1 : 0);
export const laterOf = (a: Day, b: Day): Day => (a > b ? a : b);

function isReal(year: number, month: number, day: number): boolean {
  if (![year, month, day].every(Number.isInteger)) return false;
  return (
    year >= 1900 && year <= 2999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  );
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
