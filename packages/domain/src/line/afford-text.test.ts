import { expect, test } from "vitest";
import { AMERICAN } from "../text/locale.ts";
import { parseDay } from "../time/day.ts";
import { readAfford } from "./afford-text.ts";

/** A Thursday. */
const TODAY = parseDay("2026-11-26") ?? expect.fail();

function read(text: string): string | undefined {
  const found = readAfford(text, { today: TODAY, currency: "USD", locale: AMERICAN });
  if (!found) return undefined;
  return [found.amount, found.date, found.every === "month" ? "monthly" : "", found.name]
    .filter(Boolean)
    .join(" ");
}

test.each([
  ["900 sofa january", "90000 2027-01-01 sofa"],
  ["afford 900 sofa january", "90000 2027-01-01 sofa"],
  ["can we afford a 900 sofa in January?", "90000 2027-01-01 sofa"],
  ["Can I afford 900 for a sofa in Jan", "90000 2027-01-01 sofa"],
  ["sofa 900 jan", "90000 2027-01-01 sofa"],
  ["january sofa 900", "90000 2027-01-01 sofa"],
  ["900", "90000 2026-11-26"],
  ["afford $1,250.50", "125050 2026-11-26"],
  ["1.250,50 € sofa", "125050 2026-11-26 sofa"],
  ["EUR 900 sofa", "90000 2026-11-26 sofa"],
  ["900 sofa today", "90000 2026-11-26 sofa"],
  ["900 sofa tomorrow", "90000 2026-11-27 sofa"],
  ["900 sofa november", "90000 2026-11-26 sofa"],
  ["900 sofa december", "90000 2026-12-01 sofa"],
  ["900 sofa october", "90000 2027-10-01 sofa"],
  ["900 sofa sept 2027", "90000 2027-09-01 sofa"],
  ["900 sofa 2027-03", "90000 2027-03-01 sofa"],
  ["900 sofa 2027-03-14", "90000 2027-03-14 sofa"],
  ["900 sofa 14 January", "90000 2027-01-14 sofa"],
  ["900 sofa on Jan 14", "90000 2027-01-14 sofa"],
  ["900 sofa Jan 14 2028", "90000 2028-01-14 sofa"],
  ["900 sofa 14 January, 2028", "90000 2028-01-14 sofa"],
  ["900 sofa 24.12.", "90000 2026-12-24 sofa"],
  ["900 sofa 10/20", "90000 2027-10-20 sofa"],
  ["900 sofa next month", "90000 2026-12-01 sofa"],
  ["900 sofa next year", "90000 2027-01-01 sofa"],
  ["900 sofa next week", "90000 2026-12-03 sofa"],
  ["900 sofa in 2 weeks", "90000 2026-12-10 sofa"],
  ["900 sofa in 3 months", "90000 2027-02-26 sofa"],
  ["900 sofa on friday", "90000 2026-11-27 sofa"],
  ["12.50 music every month", "1250 2026-11-26 monthly music"],
  ["12.50 music monthly", "1250 2026-11-26 monthly music"],
  ["12.50 a month music from january", "1250 2027-01-01 monthly music"],
  ["12.50/month music", "1250 2026-11-26 monthly music"],
  ["iphone 15 900", "90000 2026-11-26 iphone 15"],
  ["900 iphone 15", "90000 2026-11-26 iphone 15"],
  ["900 sofa for 2 people", "90000 2026-11-26 sofa for 2 people"],
  ["jan 20", "2000 2027-01-01"],
  ["14 jan 900", "90000 2027-01-14"],
  ["300+600 sofa and chair", "90000 2026-11-26 sofa and chair"],
  ["can we still afford a 900 sofa for 2 people in january?", "90000 2027-01-01 sofa for 2 people"],
  ["will we be able to afford to buy a sofa for 900 euros", "90000 2026-11-26 sofa"],
  ["what about 900 for a sofa, in January?", "90000 2027-01-01 sofa"],
  ["3 chairs 450 january", "45000 2027-01-01 3 chairs"],
  ["15.00 office 365", "1500 2026-11-26 office 365"],
  ["2 400 skis", "240000 2026-11-26 skis"],
  ["900 sofa january 2025", "90000 2025-01-01 sofa"],
  ["900 sofa yesterday", "90000 2026-11-25 sofa"],
  ["900 sofa next friday", "90000 2026-11-27 sofa"],
  ["900 monthly starting february", "90000 2027-02-01 monthly"],
  ["900 sofa in december next year", "90000 2027-12-01 sofa"],
  ["900 sofa in 2027", "90000 2027-01-01 sofa"],
  ["900 sofa in two weeks", "90000 2026-12-10 sofa"],
  ["900 sofa at the end of january", "90000 2027-01-31 sofa"],
  ["900 sofa by the end of the month", "90000 2026-11-30 sofa"],
  ["900 sofa on the 14th", "90000 2026-12-14 sofa"],
  ["900 sofa on the 14th of january", "90000 2027-01-14 sofa"],
  ["900 sofa feb 29 2028", "90000 2028-02-29 sofa"],
  ["900 sofa 31 february", "90000 2027-02-28 sofa"],
])("reads %j", (text, wanted) => expect(read(text)).toBe(wanted));

test.each([
  "",
  "afford",
  "sofa",
  "sofa january",
  "afford -5",
  "0 sofa",
  "2026-12-01",
  "every month",
  "12.50 music every week",
  "900 insurance yearly",
  "900 sofa 2027-02-30",
  "900 sofa 32.1.",
  "x".repeat(5000),
])("finds no amount in %j", (text) => expect(read(text)).toBeUndefined());
