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

/** Writes for the reader of a mail, and for nobody else: `write` must not wait for anything. */
export function writtenFor<T>(language: string | null, write: () => T): T {
  const before = { ...locale };
  writeFor(language ?? "en-US");
  try {
    return write();
  } finally {
    Object.assign(locale, before);
  }
}

const LANGUAGE_MAX = 35;

/** The first language of an Accept-Language header, such as "de-CH"; null if it names none. */
export function languageOf(header: string | undefined): string | null {
  const [first = ""] = (header ?? "").split(/[,;]/);
  const named = first.trim();
  try {
    return named.length > LANGUAGE_MAX ? null : new Intl.Locale(named).baseName;
  } catch {
    return null;
  }
}

/** Falls back to American English: browsers on Linux may report "en-US@posix", which is no valid tag. */
export function localeNamed(name: string): Intl.Locale {
  try {
    return new Intl.Locale(name);
  } catch {
    return new Intl.Locale("en-US");
  }
}
