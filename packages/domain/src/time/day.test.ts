import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { day } from "../../../test/fixtures.ts";
import {
  addDays,
  addMonthsAnchored,
  compareDays,
  dayOfMonth,
  daysBetween,
  daysInMonth,
  FIRST_DAY,
  LAST_DAY,
  monthOfYear,
  parseDay,
  toDay,
  weekday,
  yearOfDay,
} from "./day.ts";

const anyDay = fc
  .integer({ min: 0, max: daysBetween(FIRST_DAY, LAST_DAY) })
  .map((n) => addDays(FIRST_DAY, n));

describe("parsing a day", () => {
  test.each(["2026-11-21", "2024-02-29", "2000-02-29", "1900-01-01", "2999-12-31"])("accepts %s", (text) => {
    expect(parseDay(text)).toBe(text);
  });

  test.each([
    ...["2026-02-30", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-04-31"],
    ...[
      "1899-12-31",
      "3000-01-01",
      "0000-00-00",
      "2026-1-1",
      "2026-01-01T00:00:00Z",
      " 2026-01-01",
      "",
      "today",
    ],
    ...["2026-01-01\n", "２０２６-01-01"],
  ])("refuses %j", (text) => expect(parseDay(text)).toBeUndefined());

  test("is the inverse of taking a day apart", () => {
    fc.assert(
      fc.property(anyDay, (d) => {
        expect(toDay(yearOfDay(d), monthOfYear(d), dayOfMonth(d))).toBe(d);
        expect(parseDay(d)).toBe(d);
      }),
    );
    expect(() => toDay(2026, 2, 29)).toThrow(RangeError);
    expect(() => toDay(2026, 1.5, 1)).toThrow(RangeError);
  });
});

describe("adding and counting days", () => {
  test("are inverse", () => {
    fc.assert(
      fc.property(anyDay, anyDay, (a, b) => {
        expect(addDays(a, daysBetween(a, b))).toBe(b);
        expect(Math.sign(daysBetween(a, b))).toBe(compareDays(b, a));
      }),
    );
  });

  test("stop at the first and last day of the calendar", () => {
    expect(addDays(LAST_DAY, 1)).toBe(LAST_DAY);
    expect(addDays(FIRST_DAY, -1)).toBe(FIRST_DAY);
    expect(addMonthsAnchored(LAST_DAY, 1)).toBe(LAST_DAY);
    expect(addMonthsAnchored(FIRST_DAY, -1)).toBe(FIRST_DAY);
  });

  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2026-01-31", 2, "2026-03-31"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2024-02-29", 12, "2025-02-28"],
    ["2024-02-29", 48, "2028-02-29"],
    ["2026-11-30", 3, "2027-02-28"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-01-15", -13, "2024-12-15"],
    ["2026-12-31", 0, "2026-12-31"],
  ])("%s and %d months is %s", (start, months, expected) => {
    expect(addMonthsAnchored(day(start), months)).toBe(expected);
  });

  test("keep the anchor's day of the month, or the last one of a shorter month", () => {
    const middle = anyDay.filter((d) => yearOfDay(d) > 1920 && yearOfDay(d) < 2980);
    fc.assert(
      fc.property(middle, fc.integer({ min: -200, max: 200 }), (start, months) => {
        const moved = addMonthsAnchored(start, months);
        const length = daysInMonth(yearOfDay(moved), monthOfYear(moved));
        expect(dayOfMonth(moved)).toBe(Math.min(dayOfMonth(start), length));
        const apart = (yearOfDay(moved) - yearOfDay(start)) * 12 + monthOfYear(moved) - monthOfYear(start);
        expect(apart).toBe(months);
      }),
    );
  });
});

test("knows that 21 November 2026 is a Saturday", () => {
  expect(weekday(day("2026-11-21"))).toBe(6);
  expect(weekday(day("1900-01-01"))).toBe(1);
});

test("days and lengths of months agree with Date", () => {
  const start = Date.UTC(1996, 0, 1);
  for (let day = toDay(1996, 1, 1), n = 0; n < 3_000; n++, day = addDays(day, 1)) {
    expect(day).toBe(new Date(start + n * 86_400_000).toISOString().slice(0, 10));
    expect(addDays(day, -n)).toBe("1996-01-01");
  }
  for (const year of [1900, 1999, 2000, 2024, 2100])
    for (let month = 1; month <= 12; month++)
      expect(daysInMonth(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate());
});
