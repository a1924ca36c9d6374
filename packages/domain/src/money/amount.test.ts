import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AMERICAN } from "../text/locale.ts";
import { type AmountReading, amountProblem, amountText, readAmount, readPadAmount } from "./amount.ts";
import { CURRENCIES, cents, decimalsOf, formatMoney, MAX_AMOUNT } from "./money.ts";

const ok = (amount: number): AmountReading => ({ kind: "ok", amount: cents(amount) });
const refused = (kind: "empty" | "not-a-number" | "too-many-decimals" | "too-large"): AmountReading => ({
  kind,
});
const either = (grouped: number, decimal: number): AmountReading => ({
  kind: "ambiguous",
  readings: [cents(grouped), cents(decimal)],
});

describe("reading an amount", () => {
  test.each([
    ["12", 12_00],
    [" 12 ", 12_00],
    ["007", 7_00],
    ["0", 0],
    [".5", 50],
    [",5", 50],
    ["12.5", 12_50],
    ["12.50", 12_50],
    ["12,5", 12_50],
    ["12,50", 12_50],
    ["0,05", 5],
    ["1,250", 1_250_00],
    ["1,234.50", 1_234_50],
    ["1.234,5", 1_234_50],
    ["1,234,567", 1_234_567_00],
    ["12,34,567", 1_234_567_00],
    ["1.234.567", 1_234_567_00],
    ["1.234.567,89", 1_234_567_89],
    ["1 234,50", 1_234_50],
    ["1\u00a0234\u202f567.5", 1_234_567_50],
    ["1'234.50", 1_234_50],
    ["9,999,999,999.99", 999_999_999_999],
    ["-5", -5_00],
    ["−5", -5_00],
    ["+5", 5_00],
    ["-0", 0],
    ["5.", 5_00],
    ["12.", 12_00],
    ["12,", 12_00],
    ["1,234.", 1_234_00],
    ["1.234,", 1_234_00],
    ["1,234,567,", 1_234_567_00],
    ["12,-", 12_00],
    ["12.-", 12_00],
    ["12,--", 12_00],
    ["12.—", 12_00],
    ["1.250,-", 1_250_00],
    ["-12,-", -12_00],
    ["1\u2009234,50", 1_234_50],
    ["1’234.50", 1_234_50],
    ["12 34 567", 12_34_567_00],
    ["3 + 4", 7_00],
  ])("reads %s", (text, amount) => expect(readAmount(text, "USD", AMERICAN)).toEqual(ok(amount)));

  test.each([
    ["$1,234.5", 1_234_50],
    ["-$5", -5_00],
    ["$ 5", 5_00],
    ["9,99 €", 9_99],
    ["CA$12", 12_00],
    ["12 usd", 12_00],
    ["EUR 12,50", 12_50],
    ["$12+$5", 17_00],
  ])("ignores the currency of %s", (text, amount) =>
    expect(readAmount(text, "USD", AMERICAN)).toEqual(ok(amount)),
  );

  test.each([
    ["9,99\u2009€", 9_99],
    ["€\u20099,99", 9_99],
    ["12,-€", 12_00],
    ["€ 12,-", 12_00],
    ["CHF 12.—", 12_00],
    ["12.-CHF", 12_00],
    ["₹ 1,23,456.50", 1_23_456_50],
    ["₺12,50", 12_50],
    ["12 kr", 12_00],
    ["12,50 kr.", 12_50],
    ["49,90 zł", 49_90],
    ["R$ 12,50", 12_50],
    ["S$12", 12_00],
    ["Fr. 12.50", 12_50],
    ["1 250,00 руб.", 1_250_00],
    ["12元", 12_00],
    ["\u200f12.50 ر.س.\u200f", 12_50],
    ["12.₪", 12_00],
  ])("ignores the local currency sign of %s", (text, amount) =>
    expect(readAmount(text, "USD", AMERICAN)).toEqual(ok(amount)),
  );

  test.each([
    ["١٢٫٥٠", 12_50],
    ["١٢", 12_00],
    ["١٬٢٥٠", 1_250_00],
    ["١٬٢٥٠٫٥", 1_250_50],
    ["١٢،٥", 12_50],
    ["۱۲٫۵", 12_50],
    ["۱۲.۵", 12_50],
    ["१२.५०", 12_50],
    ["१२,३४,५६७.५०", 12_34_567_50],
    ["১২.৫০", 12_50],
    ["๑๒.๕๐", 12_50],
    ["௧௨.௫௦", 12_50],
    ["１２．５０", 12_50],
    ["−٥", -5_00],
    ["١٢٫٥٠ ر.س", 12_50],
    ["₹१२.५०", 12_50],
    ["٣+٤", 7_00],
    ["١٢٫", undefined],
    ["١٫٢٫٣", undefined],
    ["١٫٢٥٠", undefined],
  ])("reads %s in its own digits", (text, amount) => {
    const reading = readAmount(text, "USD", AMERICAN);
    expect(reading.kind === "ok" ? reading.amount : undefined).toBe(amount);
  });

  test.each([
    ["45.32×1.659", 75_19],
    ["3.205+4", 7_21],
    ["3.204+4", 7_20],
    ["1.250", 1_25],
    ["12.345", 12_35],
    ["12.", 12_00],
    [".5", 50],
    ["-3.205", -3_20],
    ["10×", undefined],
    [".", undefined],
    ["1.2.3", undefined],
  ])("reads each point in the keypad's %s as decimal", (text, amount) => {
    const reading = readPadAmount(text, "USD", AMERICAN);
    expect(reading.kind === "ok" ? reading.amount : undefined).toBe(amount);
  });

  test("reads the digits of every script", () => {
    const zeros = [
      "٠",
      "۰",
      "०",
      "০",
      "੦",
      "૦",
      "୦",
      "௦",
      "౦",
      "೦",
      "൦",
      "๐",
      "໐",
      "༠",
      "၀",
      "០",
      "０",
      "𝟎",
      "𝟬",
    ];
    fc.assert(
      fc.property(fc.nat(MAX_AMOUNT).map(cents), fc.constantFrom(...zeros), (written, zero) => {
        const start = zero.codePointAt(0) ?? 0;
        const text = amountText(written, "USD", AMERICAN).replace(/\d/g, (digit) =>
          String.fromCodePoint(start + Number(digit)),
        );
        expect(readAmount(text, "USD", AMERICAN)).toEqual(ok(written));
      }),
    );
  });

  test.each([
    ["12+5", 17_00],
    ["20-5", 15_00],
    ["5-20", -15_00],
    ["3*4", 12_00],
    ["50/2", 25_00],
    ["3 × 4 ÷ 2", 6_00],
    ["2+3*4", 14_00],
    ["20-6/3-1", 17_00],
    ["0.1+0.2", 30],
    ["12,50+1,250.75", 1_263_25],
    ["10/3", 3_33],
    ["20/3", 6_67],
    ["0.01/2", 1],
    ["-0.01/2", 0],
    ["10/3*3", 10_00],
    ["19.99*1.08", 21_59],
    ["-5+20", 15_00],
    ["45.32*1.6595", 75_21],
    ["0.125+0.125", 25],
    ["12.+5", 17_00],
    ["12,-+5", 17_00],
  ])("computes %s", (text, amount) => expect(readAmount(text, "USD", AMERICAN)).toEqual(ok(amount)));

  test.each([
    ["1.250", 1_250_00, 1_25],
    ["12.500", 12_500_00, 12_50],
    ["1.005", 1_005_00, 1_01],
    ["-1.250", -1_250_00, -1_25],
    ["1.250+5", 1_255_00, 6_25],
  ])("gives both readings of %s", (text, grouped, decimal) => {
    expect(readAmount(text, "EUR", AMERICAN)).toEqual(either(grouped, decimal));
  });

  test.each([
    ["", "empty"],
    ["   ", "empty"],
    ["1.2345", "too-many-decimals"],
    ["1,2345", "too-many-decimals"],
    ["0.125", "too-many-decimals"],
    ["0,125", "too-many-decimals"],
    ["1234,567", "too-many-decimals"],
    ["1,250.000", "too-many-decimals"],
    ["10,000,000,000", "too-large"],
    ["9999999999.99+0.01", "too-large"],
    ["9999999999*9999999999", "too-large"],
    [`1${"0".repeat(150)}`, "too-large"],
    ["1".repeat(201), "not-a-number"],
    ["$", "not-a-number"],
    ["-", "not-a-number"],
    [".", "not-a-number"],
    ["1.2.", "not-a-number"],
    ["12.50.", "not-a-number"],
    ["12,-5", "not-a-number"],
    [",-", "not-a-number"],
    ["1.2.3", "not-a-number"],
    ["3⁹⁹", "not-a-number"],
    ["12½", "not-a-number"],
    ["12 50", "not-a-number"],
    ["12 50 €", "not-a-number"],
    ["1 234 56", "not-a-number"],
    ["1 234567", "not-a-number"],
    ["1234 567", "not-a-number"],
    ["12'50", "not-a-number"],
    ["١٢ ٥٠", "not-a-number"],
    ["1,2,50", "not-a-number"],
    ["1,234,50", "not-a-number"],
    ["1,23,45", "not-a-number"],
    ["1$50", "not-a-number"],
    ["NaN", "not-a-number"],
    ["Infinity", "not-a-number"],
    ["1e308", "not-a-number"],
    ["0x10", "not-a-number"],
    ["5 apples", "not-a-number"],
    ["--5", "not-a-number"],
    ["5+", "not-a-number"],
    ["*5", "not-a-number"],
    ["5-", "not-a-number"],
    ["5/0", "not-a-number"],
    ["5/0.00", "not-a-number"],
    ["5%", "not-a-number"],
  ] as const)("refuses %j as %s", (text, kind) =>
    expect(readAmount(text, "USD", AMERICAN)).toEqual(refused(kind)),
  );

  test.each([
    ["1250", ok(1_250_00)],
    ["１２５０", ok(1_250_00)],
    ["￥1,250", ok(1_250_00)],
    ["1.250", ok(1_250_00)],
    ["100/3", ok(33_00)],
    ["12.5", refused("too-many-decimals")],
    ["12,00", refused("too-many-decimals")],
  ])("reads %s in yen, which have no decimals", (text, expected) => {
    expect(readAmount(text, "JPY", AMERICAN)).toEqual(expected);
  });

  test.each([
    ["1.250", ok(1_25)],
    ["KWD 1,234.500", ok(1_234_50)],
    ["1,250", ok(1_250_00)],
    ["0.125", refused("too-many-decimals")],
    ["1.255", refused("too-many-decimals")],
  ])("reads %s in Kuwaiti dinars, which have three decimals", (text, expected) => {
    expect(readAmount(text, "KWD", AMERICAN)).toEqual(expected);
  });

  const amount = fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }).map(cents);

  test("reads amounts that the product formats, in every currency", () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...Intl.supportedValuesOf("currency")), (written, currency) => {
        const exact = decimalsOf(currency) === 0 ? cents(written - (written % 100)) : written;
        expect(readAmount(amountText(exact, currency, AMERICAN), currency, AMERICAN)).toEqual(ok(exact));
        expect(readAmount(formatMoney(exact, currency, AMERICAN), currency, AMERICAN)).toEqual(ok(exact));
      }),
    );
  });

  test("adds and subtracts as cents do", () => {
    const small = fc.integer({ min: 0, max: 10 ** 9 }).map(cents);
    fc.assert(
      fc.property(small, small, small, (a, b, c) => {
        const [x, y, z] = [a, b, c].map((each) => amountText(each, "USD", AMERICAN));
        expect(readAmount(`${x}+${y}-${z}`, "USD", AMERICAN)).toEqual(ok(a + b - c));
      }),
    );
  });

  test("never throws", () => {
    const typed = fc
      .array(fc.constantFrom(..."0123456789.,+-*/ $€"))
      .map((characters) => characters.join(""));
    fc.assert(
      fc.property(
        fc.oneof(typed, fc.string(), fc.double().map(String)),
        fc.constantFrom(...CURRENCIES),
        (text, currency) => {
          const reading = readAmount(text, currency, AMERICAN);
          if (reading.kind === "ok") expect(Math.abs(reading.amount)).toBeLessThanOrEqual(MAX_AMOUNT);
        },
      ),
    );
  });
});

describe("an amount in its field", () => {
  test.each([
    [1_250_00, "USD", "1250.00"],
    [5, "EUR", "0.05"],
    [1_250_00, "JPY", "1250"],
    [1_250_50, "JPY", "1250.50"],
  ] as const)("%d cents in %s is %s", (amount, currency, text) => {
    expect(amountText(cents(amount), currency, AMERICAN)).toBe(text);
  });

  const messages = { required: "Amount is required", invalid: "Amount must be a positive number" };

  test.each([
    ["", "USD", "Amount is required"],
    ["abc", "USD", "Amount must be a positive number"],
    ["1.2345", "USD", "Use at most two decimals"],
    ["1.5", "JPY", "Amounts in yen have no decimals"],
    ["10000000000", "USD", "Use an amount of at most $9,999,999,999.99"],
    ["1.250", "USD", "This can be read in two ways: type 1250.00 or 1.25"],
  ] as const)("refuses %j in %s with '%s'", (text, currency, message) => {
    const reading = readAmount(text, currency, AMERICAN);
    expect(reading.kind !== "ok" && amountProblem(reading, currency, messages, AMERICAN)).toBe(message);
  });
});
