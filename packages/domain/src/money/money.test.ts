import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AMERICAN } from "../text/locale.ts";
import {
  cents,
  formatAbout,
  formatMoney,
  formatRate,
  formatSigned,
  formatWhole,
  fromDecimal,
  MAX_AMOUNT,
  MAX_TOTAL,
  minus,
  plus,
  sum,
  symbolOf,
  toDecimal,
  totalFromDecimal,
} from "./money.ts";

const amount = fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }).map(cents);
const MANY = { numRuns: 100_000 };

/** Cents as decimal text, without floating point. */
function decimalText(c: number): string {
  const digits = String(Math.abs(c)).padStart(3, "0");
  return `${c < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

describe("exact amounts", () => {
  test("add up exactly, over 100,000 of them", () => {
    const amounts = fc.sample(amount, MANY.numRuns);
    const exact = amounts.reduce((total, c) => total + BigInt(c), 0n);
    expect(BigInt(sum(amounts))).toBe(exact);
  });

  test("have the same sum in any order, even beyond the safe integers", () => {
    const max = cents(Number.MAX_SAFE_INTEGER);
    const min = cents(-Number.MAX_SAFE_INTEGER);
    expect(sum([max, max, cents(7), min, min])).toBe(7);
    expect(sum([min, max, min, cents(7), max])).toBe(7);
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger().map(cents)), (amounts) => {
        const exact = amounts.reduce((total, c) => total + BigInt(c), 0n);
        const limit = BigInt(MAX_TOTAL);
        const clamped = exact > limit ? limit : exact < -limit ? -limit : exact;
        expect(BigInt(sum(amounts))).toBe(clamped);
      }),
    );
  });

  test("survive JSON, over 100,000 of them", () => {
    fc.assert(
      fc.property(amount, (c) => {
        const sent = JSON.stringify(toDecimal(c));
        return fromDecimal(JSON.parse(sent)) === c && toDecimal(c) === Number(decimalText(c));
      }),
      MANY,
    );
  });

  test("survive JSON as totals up to the largest", () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_TOTAL, max: MAX_TOTAL }).map(cents), (c) => {
        return totalFromDecimal(JSON.parse(JSON.stringify(toDecimal(c)))) === c;
      }),
      MANY,
    );
    for (let c = MAX_TOTAL - 1000; c <= MAX_TOTAL; c++) expect(totalFromDecimal(toDecimal(cents(c)))).toBe(c);
    expect((MAX_TOTAL + 1) / 100).toBe(MAX_TOTAL / 100 + 0.015625);
  });

  test("saturate at the largest total", () => {
    expect(plus(MAX_TOTAL, cents(1))).toBe(MAX_TOTAL);
    expect(minus(cents(-MAX_TOTAL), cents(1))).toBe(-MAX_TOTAL);
    expect(sum([MAX_TOTAL, MAX_TOTAL])).toBe(MAX_TOTAL);
    expect(sum([])).toBe(0);
  });
});

describe("reading an amount", () => {
  test.each([0, 0.01, 0.29, 1.1, 4.35, 1234.5, 9_999_999_999.99, -5, 1e9])(
    "accepts the number %s",
    (value) => {
      expect(fromDecimal(value)).toBe(Number(value.toFixed(2).replace(".", "")));
    },
  );

  test.each([
    Number.NaN,
    Infinity,
    -Infinity,
    1e308,
    1e21,
    5e-324,
    1e-7,
    0.1 + 0.2,
    1.005,
    0.001,
    1e10,
    -1e10,
  ])("refuses the number %s", (value) => expect(fromDecimal(value)).toBeUndefined());

  test("throws for cents that are not a safe integer", () => {
    for (const n of [0.5, Number.NaN, Infinity, 2 ** 53]) expect(() => cents(n)).toThrow(RangeError);
    expect(Object.is(cents(-0), 0)).toBe(true);
    expect(Object.is(fromDecimal(-0), 0)).toBe(true);
  });
});

describe("formatting money", () => {
  test("rounds a rate in yen down", () => {
    expect([formatRate(cents(1_99), "JPY", AMERICAN), formatRate(cents(1_99), "USD", AMERICAN)]).toEqual([
      "¥1",
      "$1.99",
    ]);
  });

  test.each([
    [123450, "USD", "$1,234.50", "$1,235"],
    [-123450, "USD", "-$1,234.50", "-$1,235"],
    [123449, "EUR", "€1,234.49", "€1,234"],
    [5, "GBP", "£0.05", "£0"],
    [-5, "CAD", "-CA$0.05", "CA$0"],
    [100000, "AUD", "A$1,000.00", "A$1,000"],
    [123400, "JPY", "¥1,234", "¥1,234"],
    [123450, "JPY", "¥1,234.50", "¥1,235"],
    [-40, "JPY", "-¥0.40", "¥0"],
    [1_250_00, "CHF", "CHF\u00a01,250.00", "CHF\u00a01,250"],
    [1_25, "KWD", "KWD\u00a01.250", "KWD\u00a01"],
    [1_00, "KWD", "KWD\u00a01.000", "KWD\u00a01"],
    [1_250_00, "KRW", "₩1,250", "₩1,250"],
    [MAX_TOTAL, "USD", "$70,368,744,177,664.00", "$70,368,744,177,664"],
  ] as const)("writes %d cents in %s", (c, currency, exact, whole) => {
    expect(formatMoney(cents(c), currency, AMERICAN)).toBe(exact);
    expect(formatWhole(cents(c), currency, AMERICAN)).toBe(whole);
  });

  test.each([
    [40, "$0.40"],
    [-99, "-$0.99"],
    [0, "$0"],
    [10_049, "$100"],
  ])("writes about %d cents as %s", (c, text) => {
    expect(formatAbout(cents(c), "USD", AMERICAN)).toBe(text);
  });

  test.each([
    ["USD", "$"],
    ["GBP", "£"],
    ["CAD", "CA$"],
    ["JPY", "¥"],
  ] as const)("writes %s as %s", (currency, symbol) => expect(symbolOf(currency, AMERICAN)).toBe(symbol));

  test("puts + before income and - before expenses", () => {
    expect(formatSigned(cents(500), "income", "USD", AMERICAN)).toBe("+$5.00");
    expect(formatSigned(cents(500), "expense", "USD", AMERICAN)).toBe("-$5.00");
  });
});
