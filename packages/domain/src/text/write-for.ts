import { locale } from "./locale.ts";

const SAMPLE = { style: "currency", currency: "USD" } as const;

/** Sets the format of amounts and days, as in "de-CH"; words stay English and digits Latin. */
export function writeFor(language: string): void {
  const named = localeNamed(language);
  const own = `${named.baseName}-u-nu-latn`;
  // Right-to-left marks in an amount would reorder the text around it.
  const turns = /[\u061c\u200e\u200f]/.test(new Intl.NumberFormat(own, SAMPLE).format(-1));
  locale.amounts = turns ? `en-${named.maximize().region}` : own;
  const parts = new Intl.DateTimeFormat(named.baseName, { calendar: "gregory" }).formatToParts(0);
  const first = parts.find(({ type }) => type !== "literal");
  locale.dates = first?.type === "day" ? "en-GB" : "en-US";
}

/** Falls back to American English: browsers on Linux may report "en-US@posix", which is no valid tag. */
export function localeNamed(name: string): Intl.Locale {
  try {
    return new Intl.Locale(name);
  } catch {
    return new Intl.Locale("en-US");
  }
}
