import { expect, test } from "vitest";
import { AMERICAN, localeOf } from "../text/locale.ts";
import { parseDay } from "../time/day.ts";
import { readBalance } from "./typed-balance.ts";

/** A Thursday. */
const TODAY = parseDay("2026-11-26") ?? expect.fail();

function read(line: string, kind: "current" | "loan" = "current", currency = "USD", locale = AMERICAN) {
  const balance = readBalance(line, { today: TODAY, currency, locale, kind });
  return "message" in balance ? balance.message : `${balance.date} ${balance.amount}`;
}

test.each([
  ["812.40", "2026-11-26 81240"],
  [" 1,234.50 ", "2026-11-26 123450"],
  ["1 234,50", "2026-11-26 123450"],
  ["$1,234.50", "2026-11-26 123450"],
  ["0", "2026-11-26 0"],
  ["-50", "2026-11-26 -5000"],
  ["800+12.40", "2026-11-26 81240"],
  ["2026-11-26 1,234.50", "2026-11-26 123450"],
  ["2026-10-31 -1,234.50", "2026-10-31 -123450"],
  ["1,234.50 2026-11-01", "2026-11-01 123450"],
  ["yesterday 812", "2026-11-25 81200"],
  ["812 yesterday", "2026-11-25 81200"],
  ["mon 812", "2026-11-23 81200"],
  ["11/24 812", "2026-11-24 81200"],
  ["24.11. 812,40", "2026-11-24 81240"],
  ["24.11 812.40", "2026-11-24 81240"],
  ["24.11.2025 812.40", "2025-11-24 81240"],
  ["Oct 31 812.40", "2026-10-31 81240"],
  ["31 October 812.40", "2026-10-31 81240"],
  ["812.40 Oct 31", "2026-10-31 81240"],
  ["812.40 31 oct", "2026-10-31 81240"],
])("reads %j as a balance on a day", (line, balance) => expect(read(line)).toBe(balance));

test("reads days in the format of the person's locale", () => {
  expect(read("3/11 812", "current", "GBP", localeOf("en-GB"))).toBe("2026-11-03 81200");
});

test.each([
  ["12,000", "2026-11-26 -1200000"],
  ["-12,000", "2026-11-26 -1200000"],
  ["0", "2026-11-26 0"],
])("reads %j as the debt of a loan", (line, balance) => expect(read(line, "loan")).toBe(balance));

test.each([
  ["", "Enter a balance"],
  ["   ", "Enter a balance"],
  ["abc", "Type an amount, after its day if that is not today: 2026-11-26 1,234.50"],
  ["2026-02-30 5", "Type an amount, after its day if that is not today: 2026-11-26 1,234.50"],
  ["2026-11-26", "Enter a balance"],
  ["yesterday", "Enter a balance"],
  ["1.250", "This can be read in two ways: type 1250.00 or 1.25"],
  ["1.234", "This can be read in two ways: type 1234.00 or 1.23"],
  ["99999999999", "Use an amount of at most $9,999,999,999.99"],
  ["2026-11-27 5", "Nov 27, 2026 is not over yet: enter today's balance"],
  ["5 2030-01-01", "Jan 1, 2030 is not over yet: enter today's balance"],
])("explains the problem with %j", (line, message) => expect(read(line)).toBe(message));
