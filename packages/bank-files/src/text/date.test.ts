import { toDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { findDateOrder, readDate } from "./date.ts";

const LATEST = toDay(2027, 11, 21);

test.each([
  ["2026-11-05", "ymd", "2026-11-05"],
  ["2026/11/5", "dmy", "2026-11-05"],
  ["2026-11-05T23:59:59+00:00", "mdy", "2026-11-05"],
  ["2026-11-05 10:00:00", "dmy", "2026-11-05"],
  ["20261105", "dmy", "2026-11-05"],
  ["20261105120000.000[-5:EST]", "ymd", "2026-11-05"],
  ["05112026", "dmy", "2026-11-05"],
  ["05.11.2026", "dmy", "2026-11-05"],
  ["5.11.26", "dmy", "2026-11-05"],
  ["11/05/2026", "mdy", "2026-11-05"],
  ["11/05/98", "mdy", "1998-11-05"],
  ["11/ 5'26", "mdy", "2026-11-05"],
  ["11/ 5' 8", "mdy", "2008-11-05"],
  ["26-11-05", "ymd", "2026-11-05"],
  ["5 Nov 2026", "mdy", "2026-11-05"],
  ["05-Nov-26", "mdy", "2026-11-05"],
  ["5. November 2026", "mdy", "2026-11-05"],
  ["5 août 2026", "mdy", "2026-08-05"],
  ["05 Mär 2026", "mdy", "2026-03-05"],
  ["Nov 5, 2026", "dmy", "2026-11-05"],
  ["Thu, 5 Nov 2026", "dmy", "2026-11-05"],
  ["Mar 5, 2026", "dmy", "2026-03-05"],
  ["March 5th, 2026", "dmy", "2026-03-05"],
  ["May 5 2026", "dmy", "2026-05-05"],
  ["mar 5 mayo 2026", "dmy", "2026-05-05"],
  ["mar. 05/03/2026", "dmy", "2026-03-05"],
  ["٠٥/١١/٢٠٢٦", "dmy", "2026-11-05"],
  ["令和8年11月5日", "dmy", "2026-11-05"],
  ["R8.11.05", "dmy", "2026-11-05"],
] as const)("%s in the order %s is %s", (text, order, value) => {
  expect(readDate(text, order, LATEST)).toEqual({ value });
});

test.each([
  ["", "The date is missing."],
  ["soon", "“soon” is not a date."],
  ["REWE 12 34 56", "“REWE 12 34 56” is not a date."],
  ["31/02/2026", "“31/02/2026” is not a date that exists."],
  ["13/13/2026", "“13/13/2026” is not a date."],
  ["1899-12-30", "“1899-12-30” is not a date."],
  ["3000-01-01", "“3000-01-01” is not a date."],
  ["2999-01-01", "“2999-01-01” lies more than a year ahead."],
])("%j is refused: %s", (text, problem) => {
  expect(readDate(text, "dmy", LATEST)).toEqual({ problem });
});

describe("the order of a column's dates", () => {
  test.each([
    [["01/02/2026", "25/02/2026"], "dmy"],
    [["01/02/2026", "02/25/2026"], "mdy"],
    [["2026-02-01"], "ymd"],
    [["01.02.2026"], "dmy"],
    [["99-01-02", "03-04-05"], "ymd"],
  ] as const)("of %j is %s", (texts, order) => {
    expect(findDateOrder(texts)).toEqual({ order, sure: true });
  });

  test("is unsure if all could be read both ways; the shorter statement is more likely", () => {
    expect(findDateOrder(["01/05/2026", "02/05/2026", "03/05/2026"])).toMatchObject({
      order: "dmy",
      sure: false,
    });
    expect(findDateOrder(["05/01/2026", "05/02/2026", "05/03/2026"])).toMatchObject({
      order: "mdy",
      sure: false,
    });
  });

  test("is undefined without dates", () => {
    expect(findDateOrder(["REWE", ""])).toBeUndefined();
  });
});

test("reads a spreadsheet's serial number", () => {
  expect(readDate(45_629.5, "ymd", LATEST)).toEqual({ value: "2024-12-03" });
  expect(readDate(12, "ymd", LATEST)).toEqual({ problem: "12 is not a date." });
});
