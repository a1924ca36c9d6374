import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findDecimalMark, readAmount, readPlainAmount } from "./amount.ts";

describe("an amount with a decimal point", () => {
  test.each([
    ["12.50", 1250],
    ["12.5", 1250],
    [".5", 50],
    ["12", 1200],
    ["+12.50", 1250],
    ["-12.50", -1250],
    ["12.50-", -1250],
    ["−12.50", -1250],
    ["(12.50)", -1250],
    ["($1,234.50)", -123_450],
    ["-$1,234.50", -123_450],
    ["$-1,234.50", -123_450],
    ["1,234,567.89", 123_456_789],
    ["12,34,567.89", 123_456_789],
    ["1 234.50", 123_450],
    ["1\u202f234.50", 123_450],
    ["1'234.50", 123_450],
    ["CHF 1’234.50", 123_450],
    ["12.50 EUR", 1250],
    ["USD -12.50", -1250],
    ["12.50 DR", -1250],
    ["12.50 CR", 1250],
    ["£12.50", 1250],
    ["kr 12.50", 1250],
    ["12.500000000000", 1250],
    ["'-12.50", -1250],
    ["0.00", 0],
    ["9,999,999,999.99", 999_999_999_999],
  ])("%s is %i cents", (text, value) => {
    expect(readAmount(text, ".")).toEqual({ value });
  });

  test.each([
    "12a",
    "abc",
    "",
    "-",
    ".",
    "1.2.3",
    "12,34.50",
    "1,2345.00",
    "1e5",
    "NaN",
    "=1+1",
    "0x10",
    "12.50 BANANAS",
    "1 2 3 EUR USD CHF",
  ])("%j is not an amount", (text) => {
    expect(readAmount(text, ".")).toEqual({ problem: expect.stringContaining("is not an amount.") });
  });

  test("rounds more than two decimals half away from zero", () => {
    expect(readAmount("+115.8331", ".")).toEqual({ value: 115_83, exact: 115_83.31 });
    expect(readAmount("-12.345", ".")).toEqual({ value: -12_35, exact: -12_34.5 });
    expect(readAmount("0.999", ".")).toEqual({ value: 1_00, exact: 99.9 });
    expect(readAmount("12.3000", ".")).toEqual({ value: 12_30 });
    expect(readAmount("10,000,000,000.00", ".")).toEqual({
      problem: "“10,000,000,000.00” is more than 9,999,999,999.99.",
    });
  });
});

test.each([
  ["1.234,50 €", 123_450],
  ["-1.234,50", -123_450],
  ["1 234,50 zł", 123_450],
  ["1.234.567", 123_456_700],
  ["12,5", 1250],
])("with a decimal comma, %s is %i cents", (text, value) => {
  expect(readAmount(text, ",")).toEqual({ value });
});

test("refuses an amount with the other decimal mark", () => {
  expect(readAmount("12.50", ",")).toHaveProperty("problem");
  expect(readAmount("12,50", ".")).toHaveProperty("problem");
});

test("accepts either decimal mark in a format without thousands separators", () => {
  expect(readPlainAmount("-3.77000")).toEqual({ value: -377 });
  expect(readPlainAmount("-3,77")).toEqual({ value: -377 });
});

test("reads every amount in three locales", () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (value) => {
      for (const [locale, mark] of [
        ["en-US", "."],
        ["de-DE", ","],
        ["fr-FR", ","],
      ] as const) {
        const whole = BigInt(Math.trunc(Math.abs(value) / 100)).toLocaleString(locale);
        const text = `${value < 0 ? "-" : ""}${whole}${mark}${String(Math.abs(value) % 100).padStart(2, "0")}`;
        expect(readAmount(text, mark)).toEqual({ value: value === 0 ? 0 : value });
      }
    }),
  );
});

describe("the decimal mark of a column", () => {
  test.each([
    [["12.50", "1,234.50"], "."],
    [["12,50", "1.234,50"], ","],
    [["1.234", "12,50"], ","],
    [["1,234,567"], "."],
    [["0,500"], ","],
    [["12", "13"], "."],
  ])("of %j is %s", (texts, mark) => {
    expect(findDecimalMark(texts)).toEqual({ mark });
  });

  test("is ambiguous if all amounts could be read both ways", () => {
    expect(findDecimalMark(["1.234", "5.670"])).toEqual({ mark: ",", thousandths: "." });
  });

  test("is not the mark that only amounts above a thousand have", () => {
    expect(findDecimalMark(["1.230", "670"])).toEqual({ mark: "," });
  });
});
