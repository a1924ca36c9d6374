import { describe, expect, test } from "vitest";
import { localeOf } from "../text/locale.ts";
import { amountText, readAmount } from "./amount.ts";
import { splitAmounts } from "./amounts-in-text.ts";
import { type Cents, CURRENCIES, cents, formatAbout, formatMoney, formatSigned } from "./money.ts";

const LANGUAGES =
  "en-US en-GB en-IN de-DE de-AT de-CH fr-FR fr-CA es-ES it-IT nl-NL sv-SE pl-PL cs-CZ hu-HU pt-BR ja-JP hi-IN ar-EG fa-IR he-IL ru-RU tr-TR en-US@posix";
const ALL = [...CURRENCIES, "CHF", "SEK", "INR", "KWD", "BTN"];

describe.each(LANGUAGES.split(" "))("in the locale %s", (language) => {
  const locale = localeOf(language);

  test.each(ALL)("every format of an amount in %s is found in a text", (currency) => {
    for (const amount of [cents(1_234_567_89), cents(-1_234_50), cents(500), cents(99)]) {
      const written = [
        formatMoney(amount, currency, locale),
        formatAbout(amount, currency, locale),
        formatSigned(amount, "expense", currency, locale),
      ];
      const text = `Food is ${written[0]} over ${written[1]}, ${written[2]}.`;
      expect(splitAmounts(text).filter((_, index) => index % 2 === 1)).toEqual(written);
      expect(splitAmounts(text).join("")).toBe(text);
    }
  });

  test.each(ALL)("formatted amounts in %s are read as the same amount", (currency) => {
    const read = (text: string) => readAmount(text, currency, locale);
    const same = (amount: Cents) => ({ kind: "ok", amount });
    for (const amount of [cents(1_234_567_00), cents(1_200), cents(500)]) {
      expect(read(amountText(amount, currency, locale))).toEqual(same(amount));
      expect(read(formatMoney(amount, currency, locale))).toEqual(same(amount));
    }
  });
});

test("does not take other numbers for amounts", () => {
  const text = "80% of 12 days in 2026, at 14:02, BUS 100 of 3 rows";
  expect(splitAmounts(text)).toEqual([text]);
});
