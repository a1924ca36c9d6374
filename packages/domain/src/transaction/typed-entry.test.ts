import fc from "fast-check";
import { expect, test } from "vitest";
import { foldedWords } from "../text/folded.ts";
import { AMERICAN, localeOf } from "../text/locale.ts";
import { parseDay } from "../time/day.ts";
import { readEntry } from "./typed-entry.ts";

/** A Sunday. */
const TODAY = parseDay("2026-11-22") ?? expect.fail();
const KNOWN = ["Burger 2 Go 5", "Bus 42", "Casual Friday", "Coffee", "Tagesmenü 12.50"].map(foldedWords);

const read = (line: string, locale = AMERICAN) => {
  const isKnown = (text: string) => KNOWN.includes(foldedWords(text));
  const entry = readEntry(line, { today: TODAY, currency: "USD", locale, isKnown });
  if (!entry) return undefined;
  const amount = entry.amount === undefined ? "usual" : `${entry.refund ? "-" : ""}${entry.amount}`;
  return `${amount} ${entry.description}${entry.isDated ? ` ${entry.date}` : ""}`;
};

test.each([
  ["coffee 12,50", "1250 coffee"],
  ["corner market 7", "700 corner market"],
  ["bread and milk 3+4", "700 bread and milk"],
  ["eggs 3×1.20", "360 eggs"],
  ["milk 1,99 + 2", "399 milk"],
  ["eggs 3 × 1.20 + 1", "460 eggs"],
  ["bottles -8.25", "-825 bottles"],
  ["lunch $12.50", "1250 lunch"],
  ["lunch 12,50 €", "1250 lunch"],
  ["lunch EUR 12.50", "1250 lunch"],
  ["lunch 12.", "1200 lunch"],
  ["lunch 12,-", "1200 lunch"],
  ["rent 1,250.00", "125000 rent"],
  ["rent 1\u202f250,50", "125050 rent"],
  ["قهوة ١٢٫٥٠", "1250 قهوة"],
  ["चाय १२.५०", "1250 चाय"],
])("reads the amount at the end of %j", (line, entry) => expect(read(line)).toBe(entry));

test.each([
  ["7 Eleven 3.50", "350 7 Eleven"],
  ["5 Guys 21", "2100 5 Guys"],
  ["Sun cream 8.99", "899 Sun cream"],
  ["Mon Chéri 4", "400 Mon Chéri"],
  ["Sat 1 magazine 2.10", "210 Sat 1 magazine"],
  ["Motel 6 89", "8900 Motel 6"],
  ["Forever 21 19.99", "1999 Forever 21"],
  ["3 for 2 socks 9", "900 3 for 2 socks"],
  ["Milk 2 l 1.99", "199 Milk 2 l"],
  ["TGI Friday 25", "2500 TGI Friday"],
  ["Ruby Tuesday 40 mon", "4000 Ruby Tuesday 2026-11-16"],
  ["Black Friday 30", "3000 Black Friday"],
  ["Store 24/7 8.20", "820 Store 24/7"],
  ["12.50 coffee 3", "300 12.50 coffee"],
  ["Bus 42 2.40", "240 Bus 42"],
  ["coffee cup 3", "300 coffee cup"],
  ["table top 5", "500 table top"],
])("keeps numbers and weekdays in the name of %j", (line, entry) => expect(read(line)).toBe(entry));

test.each([
  "Motel 6",
  "7 Eleven",
  "5 Guys",
  "Forever 21",
  "MOTEL 6",
  "Super 8",
  "Bus 42",
  "bus 42",
  "Burger 2 Go 5",
  "Tagesmenü 12.50",
  "Casual Friday",
  "Ruby Tuesday",
  "Sun cream",
  "Store 24/7",
  "Zone 1 - 3",
  "Half 50/50",
  "Boeing 7-47",
  "Agent 007",
  "Tax 2025",
  "7up zero",
  "Discount 20%",
  "coffee 5cup",
  "Run 5km",
  "WD-40",
  "U2",
  "12.50 coffee",
  "lunch 11/24",
  "coffee",
  "12.50",
  "$ 5",
  "yesterday 4",
  "coffee 0",
  "",
  " ",
])("finds no amount in %j", (line) => expect(read(line)).toBeUndefined());

test.each([
  ["coffee 12,50 fri", "1250 coffee 2026-11-20"],
  ["bread 2 sunday", "200 bread 2026-11-22"],
  ["bread 2 Mon", "200 bread 2026-11-16"],
  ["bread 2 today", "200 bread 2026-11-22"],
  ["bread 2 yesterday", "200 bread 2026-11-21"],
  ["lunch 12.50 11/24", "1250 lunch 2026-11-24"],
  ["lunch 12.50 24/11", "1250 lunch 2026-11-24"],
  ["lunch 12.50 24.11.", "1250 lunch 2026-11-24"],
  ["lunch 12.50 24.11.2025", "1250 lunch 2025-11-24"],
  ["lunch 12.50 11/24/25", "1250 lunch 2025-11-24"],
  ["lunch 12.50 2026-11-03", "1250 lunch 2026-11-03"],
  ["lunch 12.50 1/2", "1250 lunch 2027-01-02"],
  ["coffee fri 12.50", "1250 coffee fri"],
  ["lunch 12.50 Jan 1", "1250 lunch 2027-01-01"],
  ["lunch 12.50 24 Nov", "1250 lunch 2026-11-24"],
  ["lunch 12,50 € 24. November", "1250 lunch 2026-11-24"],
  ["lunch 12 Nov 3rd", "1200 lunch 2026-11-03"],
  ["lunch 12.50 31.12", "1250 lunch 2026-12-31"],
  ["Tagesmenü 12.50 24.11", "2411 Tagesmenü 12.50"],
  ["Coffee 24.11", "2411 Coffee"],
  ["Beaujolais Nov 15", "1500 Beaujolais Nov"],
  ["Coffee yesterday", "usual Coffee 2026-11-21"],
  ["lunch 12.50 13/32", undefined],
])("reads the day after the amount of %j", (line, entry) => expect(read(line)).toBe(entry));

test("reads a short date in the order of the locale", () => {
  expect(read("lunch 12.50 11/12")).toBe("1250 lunch 2026-11-12");
  expect(read("lunch 12.50 11/12", localeOf("de-DE"))).toBe("1250 lunch 2026-12-11");
});

test("never splits a known name", () => {
  const word = fc.stringMatching(/^[\p{L}\p{N}&.'-]{1,8}$/u);
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(name, (line) => {
      const context = { today: TODAY, currency: "USD", locale: AMERICAN };
      expect(readEntry(line, { ...context, isKnown: () => true })).toBeUndefined();
      const entry = readEntry(line, { ...context, isKnown: () => false });
      if (entry) expect(line.startsWith(`${entry.description} `)).toBe(true);
    }),
  );
});
