import { type Day, dayOfMonth, daysInMonth, digits, FIRST_DAY, LAST_DAY, MONTH_NAMES, toDay } from "./day.ts";

declare const unit: unique symbol;

/** A calendar month "yyyy-MM"; months compare as text. Years 1900 to 2999, to which arithmetic is clamped. */
export type Month = string & { readonly [unit]: "month" };

/** Undefined unless the text is an existing month, written "yyyy-MM". */
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

export const monthOfDay = (day: Day): Month => branded(day.slice(0, 7));

export const yearOf = (month: Month): number => digits(month, 0, 4);
/** 1 to 12. */
export const monthNumber = (month: Month): number => digits(month, 5, 7);

export const nextMonth = (month: Month): Month => addMonthsTo(month, 1);
export const previousMonth = (month: Month): Month => addMonthsTo(month, -1);

export const addMonthsTo = (month: Month, months: number): Month =>
  at(Math.max(FIRST, Math.min(LAST, indexOf(month) + months)));

export const endOfYear = (month: Month): Month => addMonthsTo(month, 12 - monthNumber(month));

export const startOfYear = (month: Month): Month => addMonthsTo(month, 1 - monthNumber(month));

/** Positive when b is later. */
export const monthsBetween = (a: Month, b: Month): number => indexOf(b) - indexOf(a);

export const firstDay = (month: Month): Day => toDay(yearOf(month), monthNumber(month), 1);
export const lastDay = (month: Month): Day => toDay(yearOf(month), monthNumber(month), daysIn(month));
export const daysIn = (month: Month): number => daysInMonth(yearOf(month), monthNumber(month));

/** Days left in the month, `day` included. */
export const daysLeft = (day: Day): number => daysIn(monthOfDay(day)) - dayOfMonth(day) + 1;

export function daysToCome(month: Month, today: Day): number {
  const current = monthOfDay(today);
  return month === current ? daysLeft(today) : month < current ? 0 : daysIn(month);
}

export const daysOf = (month: Month): Day[] =>
  Array.from({ length: daysIn(month) }, (_, index) => toDay(yearOf(month), monthNumber(month), index + 1));

/** "November". */
export const monthName = (month: Month): string => MONTH_NAMES[monthNumber(month) - 1] ?? "";
/** "November 2026". */
export const monthLabel = (month: Month): string => `${monthName(month)} ${yearOf(month)}`;

/** `count` months, the last of them `month`; oldest first. */
export function lastMonths(month: Month, count: number): Month[] {
  const last = indexOf(month);
  const first = Math.max(FIRST, last - count + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => at(first + i));
}

/** Months since year 0, so that arithmetic across years is plain addition. */
const indexOf = (month: Month): number => yearOf(month) * 12 + monthNumber(month) - 1;

const at = (index: number): Month =>
  branded(`${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`);

const branded = (text: string): Month => text as Month;

const FIRST = indexOf(monthOfDay(FIRST_DAY));
const LAST = indexOf(monthOfDay(LAST_DAY));
