import {
  addDays,
  type Day,
  dayOfMonth,
  daysInMonth,
  FIRST_DAY,
  LAST_DAY,
  MONTH_NAMES,
  toDay,
} from "./day.ts";

declare const unit: unique symbol;

/** A calendar month "yyyy-MM"; months compare as text. Years 1900 to 2999, where arithmetic stops. */
export type Month = string & { readonly [unit]: "month" };

/** Undefined for anything but a month that exists, written "yyyy-MM". */
export function parseMonth(text: string): Month | undefined {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(text) ?? [];
  return monthOf(Number(year), Number(month));
}

/** `month` is 1 to 12, as on the wire. */
export function monthOf(year: number, month: number): Month | undefined {
  if (!Number.isInteger(year) || !Number.isInteger(month) || month < 1 || month > 12) return undefined;
  const index = year * 12 + month - 1;
  return index >= FIRST && index <= LAST ? at(index) : undefined;
}

export function monthOfDay(day: Day): Month {
  return branded(day.slice(0, 7));
}

export function yearOf(month: Month): number {
  return Number(month.slice(0, 4));
}

/** 1 to 12. */
export function monthNumber(month: Month): number {
  return Number(month.slice(5));
}

export function nextMonth(month: Month): Month {
  return addMonthsTo(month, 1);
}

export function previousMonth(month: Month): Month {
  return addMonthsTo(month, -1);
}

export function addMonthsTo(month: Month, months: number): Month {
  return at(Math.max(FIRST, Math.min(LAST, indexOf(month) + months)));
}

export function startOfYear(month: Month): Month {
  return addMonthsTo(month, 1 - monthNumber(month));
}

/** Positive when b is later. */
export function monthsBetween(a: Month, b: Month): number {
  return indexOf(b) - indexOf(a);
}

export function firstDay(month: Month): Day {
  return toDay(yearOf(month), monthNumber(month), 1);
}

export function lastDay(month: Month): Day {
  return toDay(yearOf(month), monthNumber(month), daysIn(month));
}

export function daysIn(month: Month): number {
  return daysInMonth(yearOf(month), monthNumber(month));
}

/** Days left in the month, `day` included. */
export function daysLeft(day: Day): number {
  return daysIn(monthOfDay(day)) - dayOfMonth(day) + 1;
}

export function daysToCome(month: Month, today: Day): number {
  const current = monthOfDay(today);
  return month === current ? daysLeft(today) : month < current ? 0 : daysIn(month);
}

export function daysOf(month: Month): Day[] {
  return Array.from({ length: daysIn(month) }, (_, index) => addDays(firstDay(month), index));
}

/** "November 2026". */
export function monthLabel(month: Month): string {
  return `${MONTH_NAMES[monthNumber(month) - 1]} ${yearOf(month)}`;
}

/** `count` months, the last of them `month`; oldest first. */
export function lastMonths(month: Month, count: number): Month[] {
  const last = indexOf(month);
  const first = Math.max(FIRST, last - count + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => at(first + i));
}

/** Months since year 0, so that rolling over a year is plain addition. */
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
