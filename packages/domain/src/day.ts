declare const unit: unique symbol;

/** A calendar day "yyyy-MM-dd", without time or zone; days compare as text. Years 1900 to 2999. */
export type Day = string & { readonly [unit]: "day" };

/** The ends of the calendar. Arithmetic stops there, so that no date a person can type makes an error. */
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

/** By the number that `weekday` returns. */
export const WEEKDAY_NAMES = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

const DAY_MS = 86_400_000;

/** Takes "yyyy-MM-dd"; returns the day, or undefined if the text is anything but a real day (no 2026-02-30). */
export function parseDay(text: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return isReal(Number(year), Number(month), Number(day)) ? branded(text) : undefined;
}

/** Takes year, month 1–12 and day of the month; returns the day; throws RangeError if there is no such day. */
export function toDay(year: number, month: number, day: number): Day {
  if (!isReal(year, month, day)) throw new RangeError(`No such day: ${year}-${month}-${day}`);
  return branded(`${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`);
}

/** Takes a year and month 1–12; returns 28 to 31. The month's end is day 0 of the next (spec section 9). */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function yearOfDay(day: Day): number {
  return Number(day.slice(0, 4));
}

/** Takes a day; returns its month, 1–12. */
export function monthOfYear(day: Day): number {
  return Number(day.slice(5, 7));
}

/** Takes a day; returns its day of the month, 1–31. */
export function dayOfMonth(day: Day): number {
  return Number(day.slice(8));
}

/** Takes a day; returns its weekday: 0 for Sunday to 6. */
export function weekday(day: Day): number {
  return new Date(Date.parse(day)).getUTCDay();
}

/** Takes a day and a whole number of days, either sign; returns the day that much later. */
export function addDays(day: Day, days: number): Day {
  const ms = Date.parse(day) + days * DAY_MS;
  const kept = Math.max(Date.parse(FIRST_DAY), Math.min(Date.parse(LAST_DAY), ms));
  return branded(new Date(kept).toISOString().slice(0, 10));
}

/** Returns the days from a to b: positive when b is later. */
export function daysBetween(a: Day, b: Day): number {
  return (Date.parse(b) - Date.parse(a)) / DAY_MS;
}

/**
 * Takes an anchor and a whole number of months; returns the day that many months later, or that month's
 * last day if it is shorter: 31 January + 1 is 28 February, + 2 is 31 March. Count from the anchor, always.
 */
export function addMonthsAnchored(start: Day, months: number): Day {
  const index = yearOfDay(start) * 12 + monthOfYear(start) - 1 + months;
  const year = Math.floor(index / 12);
  if (year < yearOfDay(FIRST_DAY)) return FIRST_DAY;
  if (year > yearOfDay(LAST_DAY)) return LAST_DAY;
  const month = index - year * 12 + 1;
  return toDay(year, month, Math.min(dayOfMonth(start), daysInMonth(year, month)));
}

/** Orders days, earliest first. */
export function compareDays(a: Day, b: Day): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns 'MMM d' in today's year but not today's month, else 'MMM d, yyyy' (spec section 9). */
export function formatDay(day: Day, today: Day): string {
  const short = `${MONTH_NAMES[monthOfYear(day) - 1]?.slice(0, 3)} ${dayOfMonth(day)}`;
  const otherMonthOfThisYear = yearOfDay(day) === yearOfDay(today) && monthOfYear(day) !== monthOfYear(today);
  return otherMonthOfThisYear ? short : `${short}, ${yearOfDay(day)}`;
}

function isReal(year: number, month: number, day: number): boolean {
  if (![year, month, day].every(Number.isInteger)) return false;
  return (
    year >= 1900 && year <= 2999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  );
}

function branded(text: string): Day {
  return text as Day;
}
