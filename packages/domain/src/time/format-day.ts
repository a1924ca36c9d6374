import type { Locale } from "../text/locale.ts";
import {
  addDays,
  type Day,
  dayOfMonth,
  MONTH_NAMES,
  monthOfYear,
  WEEKDAY_NAMES,
  weekday,
  yearOfDay,
} from "./day.ts";

/** 'MMM d' in another month of this year, else 'MMM d, yyyy'; 'd MMM' and 'd MMM yyyy' in locales with the day first. */
export function formatDay(day: Day, today: Day, locale: Locale): string {
  const otherMonthOfThisYear = yearOfDay(day) === yearOfDay(today) && monthOfYear(day) !== monthOfYear(today);
  return otherMonthOfThisYear ? formatDate(day, locale) : withYear(day, locale);
}

/** "Nov 23" or "23 Nov". */
export function formatDate(day: Day, locale: Locale): string {
  const month = MONTH_NAMES[monthOfYear(day) - 1]?.slice(0, 3);
  return locale.dates === "en-US" ? `${month} ${dayOfMonth(day)}` : `${dayOfMonth(day)} ${month}`;
}

const withYear = (day: Day, locale: Locale) =>
  `${formatDate(day, locale)}${locale.dates === "en-US" ? "," : ""} ${yearOfDay(day)}`;

/** Writes all days with the year if one needs it, so that "Nov 23, 2026" never appears next to "Dec 2". */
export function dayFormatter(days: readonly Day[], today: Day, locale: Locale): (day: Day) => string {
  const written = days.map((day) => formatDay(day, today, locale));
  const mixed = written.some(hasYear) && !written.every(hasYear);
  return (day) => {
    const text = formatDay(day, today, locale);
    return mixed && !hasYear(text) ? withYear(day, locale) : text;
  };
}

/** Runs `write` twice: first to collect the days, then with a formatter that writes all of them in the same format. */
export function withSameDayFormat<T>(
  today: Day,
  locale: Locale,
  write: (formatDay: (day: Day) => string) => T,
): T {
  const days: Day[] = [];
  write((day) => {
    days.push(day);
    return "";
  });
  return write(dayFormatter(days, today, locale));
}

const hasYear = (text: string): boolean => /\d{4}$/.test(text);

/** The heading of a day in a list: "Today", "Yesterday", "Friday, Nov 20"; with the year unless it is this year. */
export function dayHeading(day: Day, now: Day, locale: Locale): string {
  if (day === now) return "Today";
  if (day === addDays(now, -1)) return "Yesterday";
  const date = yearOfDay(day) === yearOfDay(now) ? formatDate(day, locale) : formatDay(day, now, locale);
  return `${WEEKDAY_NAMES[weekday(day)]}, ${date}`;
}
