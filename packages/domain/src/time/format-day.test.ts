import { expect, test } from "vitest";
import { day } from "../../../test/fixtures.ts";
import { AMERICAN, localeOf } from "../text/locale.ts";
import { dayFormatter, dayHeading, formatDay } from "./format-day.ts";

test.each([
  ["2026-09-03", "Sep 3"],
  ["2026-12-31", "Dec 31"],
  ["2026-11-03", "Nov 3, 2026"],
  ["2025-11-03", "Nov 3, 2025"],
  ["2027-05-30", "May 30, 2027"],
])("writes 'MMM d' in another month of this year, else with the year: %s", (text, expected) => {
  expect(formatDay(day(text), day("2026-11-21"), AMERICAN)).toBe(expected);
});

test.each([
  ["only days of this month", ["2026-11-02", "2026-11-23"], ["Nov 2, 2026", "Nov 23, 2026"]],
  ["only days of other months of this year", ["2026-09-01", "2026-12-02"], ["Sep 1", "Dec 2"]],
  ["this month and others", ["2026-11-23", "2026-12-02"], ["Nov 23, 2026", "Dec 2, 2026"]],
  ["two years", ["2026-12-02", "2027-01-05"], ["Dec 2, 2026", "Jan 5, 2027"]],
  ["no days", [], []],
])("writes the days of a list in the same format: %s", (_what, days, expected) => {
  const format = dayFormatter(days.map(day), day("2026-11-21"), AMERICAN);
  expect(days.map((text) => format(day(text)))).toEqual(expected);
});

test.each([
  ["en-US", "Nov 23, 2026", "Dec 2"],
  ["ja-JP", "Nov 23, 2026", "Dec 2"],
  ["en-GB", "23 Nov 2026", "2 Dec"],
  ["de-DE", "23 Nov 2026", "2 Dec"],
])("writes day and month in the order of %s", (language, thisMonth, another) => {
  const locale = localeOf(language);
  const [today, later] = [day("2026-11-23"), day("2026-12-02")];
  expect([formatDay(today, today, locale), formatDay(later, today, locale)]).toEqual([thisMonth, another]);
  const format = dayFormatter([today, later], today, locale);
  expect(format(later)).toBe(thisMonth.replace("Nov", "Dec").replace("23", "2"));
});

test.each([
  ["2026-11-22", "Today"],
  ["2026-11-21", "Yesterday"],
  ["2026-11-20", "Friday, Nov 20"],
  ["2026-01-02", "Friday, Jan 2"],
  ["2025-12-31", "Wednesday, Dec 31, 2025"],
])("heads a list of %s with “%s”", (date, heading) => {
  expect(dayHeading(day(date), day("2026-11-22"), AMERICAN)).toBe(heading);
});
