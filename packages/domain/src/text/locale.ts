/** The format of a reader's amounts and days. Words are always English and digits Latin. */
export type Locale = {
  /** A BCP 47 tag. */
  readonly amounts: string;
  /** "en-GB" puts the day before the month. */
  readonly dates: "en-US" | "en-GB";
};

/** The locale of texts that the server stores. */
export const AMERICAN: Locale = { amounts: "en-US", dates: "en-US" };

const SAMPLE = { style: "currency", currency: "USD" } as const;

export function localeOf(language: string): Locale {
  const named = localeNamed(language);
  const own = `${named.baseName}-u-nu-latn`;
  // Right-to-left marks in an amount would reorder the text around it.
  const turns = /[\u061c\u200e\u200f]/.test(new Intl.NumberFormat(own, SAMPLE).format(-1));
  const parts = new Intl.DateTimeFormat(named.baseName, { calendar: "gregory" }).formatToParts(0);
  const first = parts.find(({ type }) => type !== "literal");
  return {
    amounts: turns ? `en-${named.maximize().region}` : own,
    dates: first?.type === "day" ? "en-GB" : "en-US",
  };
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
