import { locale } from "./locale.ts";

const SAMPLE = { style: "currency", currency: "USD" } as const;

/** From now on amounts and days are written as in "de-CH", their words in English and their digits Latin. */
export function writeFor(language: string): void {
  const named = localeNamed(language);
  const own = `${named.baseName}-u-nu-latn`;
  // What is written from right to left would turn what stands beside it.
  const turns = /[\u061c\u200e\u200f]/.test(new Intl.NumberFormat(own, SAMPLE).format(-1));
  locale.amounts = turns ? `en-${named.maximize().region}` : own;
  const parts = new Intl.DateTimeFormat(named.baseName, { calendar: "gregory" }).formatToParts(0);
  const first = parts.find(({ type }) => type !== "literal");
  locale.dates = first?.type === "day" ? "en-GB" : "en-US";
}

/** Without a language of the system, browsers on Linux say "en-US@posix". */
export function localeNamed(name: string): Intl.Locale {
  try {
    return new Intl.Locale(name);
  } catch {
    return new Intl.Locale("en-US");
  }
}
