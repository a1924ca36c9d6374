import type { Day } from "./day.ts";
import { addDays, dayOfMonth, daysInMonth, FIRST_DAY, LAST_DAY, MONTH_NAMES, toDay } from "./day.ts";

declare const unit: unique symbol;

/** A calendar month "yyyy-MM"; months compare as text. Years 1900 to 2999, where arithmetic stops. */
export type Month = string & { readonly [unit]: "month" };

/** Takes "yyyy-MM"; returns the month, or undefined if the text is anything else. */
export function parseMonth(text: string): Month | undefined {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(text) ?? [];
  return monthOf(Number(year), Number(month));
}

/** Takes a year and a month 1–12, as on the wire; returns the month, or undefined if there is no such month. */
export function monthOf(year: number, month: number): Month | undefined {
  if (!Number.isInteger(year) || !Number.isInteger(month) || month < 1 || month > 12) return undefined;
  const index = year * 12 + month - 1;
  return index >= FIRST && index <= LAST ? at(index) : undefined;
}

/** Takes a day; returns the month it lies in. */
export function monthOfDay(day: Day): Month {
  return branded(day.slice(0, 7));
}

export function yearOf(month: Month): number {
  return Number(month.slice(0, 4));
}

/** Takes a month; returns its number in the year, 1–12. */
export function monthNumber(month: Month): number {
  return Number(month.slice(5));
}

/** The selector's next step, rolling into the next year (spec section 4). */
export function nextMonth(month: Month): Month {
  return addMonthsTo(month, 1);
}

/** The selector's previous step, rolling into the year before (spec section 4). */
export function previousMonth(month: Month): Month {
  return addMonthsTo(month, -1);
}

/** Takes a month and a whole number of months, either sign; returns the month that much later. */
export function addMonthsTo(month: Month, months: number): Month {
  return at(Math.max(FIRST, Math.min(LAST, indexOf(month) + months)));
}

/** Takes a month; returns the January of its year. */
export function startOfYear(month: Month): Month {
  return addMonthsTo(month, 1 - monthNumber(month));
}

/** Returns the months from a to b: positive when b is later. */
export function monthsBetween(a: Month, b: Month): number {
  return indexOf(b) - indexOf(a);
}

export function firstDay(month: Month): Day {
  return toDay(yearOf(month), monthNumber(month), 1);
}

export function lastDay(month: Month): Day {
  return toDay(yearOf(month), monthNumber(month), daysIn(month));
}

/** Takes a month; returns its number of days, 28 to 31. */
export function daysIn(month: Month): number {
  return daysInMonth(yearOf(month), monthNumber(month));
}

/** Takes a day; returns how many days its month has left, itself included. */
export function daysLeft(day: Day): number {
  return daysIn(monthOfDay(day)) - dayOfMonth(day) + 1;
}

/** Takes a month; returns its days, in order. */
export function daysOf(month: Month): Day[] {
  return Array.from({ length: daysIn(month) }, (_, index) => addDays(firstDay(month), index));
}

/** Takes a month; returns 'MMMM yyyy', "November 2026" (spec section 9). */
export function monthLabel(month: Month): string {
  return `${MONTH_NAMES[monthNumber(month) - 1]} ${yearOf(month)}`;
}

/** Takes a month and a count; returns that many months ending with it, oldest first. */
export function lastMonths(month: Month, count: number): Month[] {
  const last = indexOf(month);
  const first = Math.max(FIRST, last - count + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => at(first + i));
}

/** Months are counted from year 0, so that rolling over a year is plain addition. */
function indexOf(month: Month): number {
  return yearOf(month) * 12 + monthNumber(month) - 1;
}

function at(index: number): Month {
  return branded(`${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`);
}

function branded(text: string): Month {
  return text as Month;
}

const FIRST = indexOf(monthOfDay(FIRST_DAY));
const LAST = indexOf(monthOfDay(LAST_DAY));
