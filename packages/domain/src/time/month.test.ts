import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { day, month } from "../../../test/fixtures.ts";
import { addDays, dayOfMonth } from "./day.ts";
import {
  addMonthsTo,
  daysIn,
  daysOf,
  firstDay,
  lastDay,
  lastMonths,
  monthLabel,
  monthNumber,
  monthOf,
  monthOfDay,
  monthsBetween,
  nextMonth,
  parseMonth,
  previousMonth,
  startOfYear,
  yearOf,
} from "./month.ts";

const FIRST = month("1900-01");
const LAST = month("2999-12");
const anyMonth = fc.integer({ min: 0, max: monthsBetween(FIRST, LAST) }).map((n) => addMonthsTo(FIRST, n));

describe("parsing a month", () => {
  test.each(["2026-11", "1900-01", "2999-12"])("accepts %s", (text) => expect(parseMonth(text)).toBe(text));
  test.each(["2026-13", "2026-00", "2026-1", "1899-12", "3000-01", "2026-11-01", "", "November"])(
    "refuses %j",
    (text) => expect(parseMonth(text)).toBeUndefined(),
  );

  test.each([
    [2026, 0],
    [2026, 13],
    [2026, 1.5],
    [1899, 12],
    [3000, 1],
    [Number.NaN, 1],
    [26, 1],
  ])("refuses year %d, month %d", (year, number) => expect(monthOf(year, number)).toBeUndefined());

  test("is the inverse of taking a month apart", () => {
    fc.assert(fc.property(anyMonth, (m) => monthOf(yearOf(m), monthNumber(m)) === m && parseMonth(m) === m));
  });
});

describe("the month selector", () => {
  test.each([
    ["2026-11", "2026-12"],
    ["2026-12", "2027-01"],
    ["1999-12", "2000-01"],
  ])("moves from %s to %s", (from, to) => {
    expect(nextMonth(month(from))).toBe(to);
    expect(previousMonth(month(to))).toBe(from);
  });

  test("returns to the month that it left", () => {
    fc.assert(
      fc.property(anyMonth, anyMonth, (a, b) => {
        expect(addMonthsTo(a, monthsBetween(a, b))).toBe(b);
        if (a !== LAST) expect(previousMonth(nextMonth(a))).toBe(a);
      }),
    );
  });

  test("stops at the first and last month of the calendar", () => {
    expect(nextMonth(LAST)).toBe(LAST);
    expect(previousMonth(FIRST)).toBe(FIRST);
  });
});

test("a month ends the day before the next one starts", () => {
  fc.assert(
    fc.property(anyMonth, (m) => {
      expect(monthOfDay(firstDay(m))).toBe(m);
      expect(monthOfDay(lastDay(m))).toBe(m);
      expect(dayOfMonth(lastDay(m))).toBe(daysIn(m));
      if (m !== LAST) expect(addDays(lastDay(m), 1)).toBe(firstDay(nextMonth(m)));
    }),
  );
  expect(lastDay(month("2028-02"))).toBe("2028-02-29");
  expect(monthOfDay(day("2026-11-21"))).toBe("2026-11");
});

test("lists all days of a month, in order", () => {
  const days = daysOf(month("2028-02"));
  expect([days.length, days[0], days[28]]).toEqual([29, "2028-02-01", "2028-02-29"]);
});

test("starts a year with January", () => {
  expect(startOfYear(month("2026-11"))).toBe("2026-01");
  expect(startOfYear(month("2026-01"))).toBe("2026-01");
});

test("writes month headings as 'MMMM yyyy'", () => {
  expect(monthLabel(month("2026-11"))).toBe("November 2026");
});

test("lists the last months, oldest first", () => {
  expect(lastMonths(month("2026-02"), 3)).toEqual(["2025-12", "2026-01", "2026-02"]);
  expect(lastMonths(month("1900-02"), 6)).toEqual(["1900-01", "1900-02"]);
});
