import { AMERICAN, type Locale } from "../text/locale.ts";

declare const unit: unique symbol;

/** An integer number of hundredths of the currency, even of the yen. */
export type Cents = number & { readonly [unit]: "cents" };

/** Throws RangeError for anything but a safe integer. */
export function cents(n: number): Cents {
  if (!Number.isSafeInteger(n)) throw new RangeError(`Not a number of cents: ${n}`);
  return (n + 0) as Cents; // + 0 turns -0 into 0
}

export const ZERO = cents(0);

/** The largest amount a person may enter: 9,999,999,999.99. */
export const MAX_AMOUNT = cents(999_999_999_999);

/** Clamps a sum of payments or refunds to 0 … MAX_AMOUNT, the range of a plan or a goal. */
export const clampAmount = (amount: number): Cents => cents(Math.max(0, Math.min(MAX_AMOUNT, amount)));

/** 2^46 whole units. Beyond it, neighboring doubles are more than a cent apart. */
export const MAX_TOTAL = cents(2 ** 46 * 100);

/** Converts the wire's number to cents; undefined if not finite, finer than a cent or beyond ±MAX_AMOUNT. */
export const fromDecimal = (value: number): Cents | undefined => exactly(value, MAX_AMOUNT);

/** Like `fromDecimal`, for sums: up to ±MAX_TOTAL. */
export const totalFromDecimal = (value: number): Cents | undefined => exactly(value, MAX_TOTAL);

export const toDecimal = (c: Cents): number => c / 100;

/** Exact in any order; saturates at ±MAX_TOTAL. */
export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0;
  let beyond = 0n; // sums beyond the safe integers, which real budgets never reach
  for (const amount of amounts) {
    const next = total + amount;
    if (Number.isSafeInteger(next)) total = next;
    else {
      beyond += BigInt(total) + BigInt(amount);
      total = 0;
    }
  }
  return saturated(beyond === 0n ? total : Number(beyond + BigInt(total)));
}

/** Saturates at ±MAX_TOTAL, like `minus` and `times`. */
export const plus = (a: Cents, b: Cents): Cents => saturated(a + b);
export const minus = (a: Cents, b: Cents): Cents => saturated(a - b);
export const times = (a: Cents, count: number): Cents => saturated(a * count);
export const larger = (a: Cents, b: Cents): Cents => (a > b ? a : b);
export const smaller = (a: Cents, b: Cents): Cents => (a < b ? a : b);

/** The amount divided into equal `parts`, rounded up to whole units; 0 for an amount of 0 or less. */
export function inWholeUnits(amount: Cents, parts: number): Cents {
  return amount <= 0 ? ZERO : cents(Math.ceil(amount / parts / 100) * 100);
}

/** The currencies that the specification lists. Every other currency that Intl supports is accepted too. */
export const CURRENCIES = ["USD", "EUR", "GBP", "CAD", "AUD", "JPY"];
/** An ISO 4217 code. It only formats amounts: nothing is ever converted. */
export type Currency = string;
export const DEFAULT_CURRENCY: Currency = "USD";

export const isCurrency = (code: string): boolean => Intl.supportedValuesOf("currency").includes(code);

/** The decimals that a currency is written with, 3 for Kuwaiti dinars. Amounts themselves have at most two. */
export const decimalsOf = (currency: Currency): number =>
  formatter(currency, "plain", AMERICAN).resolvedOptions().maximumFractionDigits ?? 2;

/** "$1,234.50". Yen have no decimals, but a fraction is shown, so that columns add up. */
export function formatMoney(c: Cents, currency: Currency, locale: Locale): string {
  return formatter(currency, c % 100 === 0 ? "plain" : "exact", locale).format(toDecimal(c));
}

/** Rounded to whole units, "$1,235"; an amount that rounds to 0 has no sign. */
export const formatWhole = (c: Cents, currency: Currency, locale: Locale): string =>
  formatter(currency, "whole", locale).format(Math.abs(c) < 50 ? 0 : toDecimal(c));

/** Rounded to whole units, but with cents below one: "$0.40". */
export function formatAbout(c: Cents, currency: Currency, locale: Locale): string {
  return c !== 0 && Math.abs(c) < 100 ? formatMoney(c, currency, locale) : formatWhole(c, currency, locale);
}

/** A divided amount, such as an amount per day; rounded down to whole units in currencies without decimals. */
export function rateOf(c: Cents, currency: Currency): Cents {
  return decimalsOf(currency) === 0 ? cents(Math.floor(c / 100) * 100) : c;
}

export const formatRate = (c: Cents, currency: Currency, locale: Locale): string =>
  formatMoney(rateOf(c, currency), currency, locale);

/** "+$5.00" for income and "-$5.00" for expenses, regardless of the amount's sign. */
export function formatSigned(
  c: Cents,
  flow: "income" | "expense",
  currency: Currency,
  locale: Locale,
): string {
  return `${flow === "income" ? "+" : "-"}${formatMoney(cents(Math.abs(c)), currency, locale)}`;
}

/** Uses the shortest decimal text of the double, since multiplying by 100 can be a cent off for large totals. */
function exactly(value: number, limit: Cents): Cents | undefined {
  const [, whole, fraction = ""] = /^(-?\d+)(?:\.(\d{1,2}))?$/.exec(String(value)) ?? [];
  if (whole === undefined || Math.abs(value) > toDecimal(limit)) return undefined;
  return cents(Number(whole + fraction.padEnd(2, "0")));
}

const saturated = (n: number): Cents => cents(Math.max(-MAX_TOTAL, Math.min(MAX_TOTAL, n)));

/** The currency's symbol in formatted amounts: "$", "€", "CA$". */
export function symbolOf(currency: Currency, locale: Locale): string {
  const parts = formatter(currency, "plain", locale).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** The decimal separator in formatted amounts: "." or ",". */
export const decimalSeparator = (locale: Locale): string =>
  formatter(DEFAULT_CURRENCY, "plain", locale)
    .formatToParts(0.5)
    .find(({ type }) => type === "decimal")?.value ?? ".";

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(
  currency: Currency,
  decimals: "plain" | "exact" | "whole",
  { amounts }: Locale,
): Intl.NumberFormat {
  const key = `${amounts} ${currency} ${decimals}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(amounts, {
    style: "currency",
    currency,
    signDisplay: "negative", // an amount that rounds to 0 is "$0", not "-$0"
    ...(decimals === "exact" && { minimumFractionDigits: Math.max(2, decimalsOf(currency)) }),
    ...(decimals === "whole" && { maximumFractionDigits: 0 }),
  });
  formatters.set(key, made);
  return made;
}
