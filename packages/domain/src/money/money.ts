import { locale } from "../text/locale.ts";

declare const unit: unique symbol;

/** An integer number of hundredths of the currency, the yen included. */
export type Cents = number & { readonly [unit]: "cents" };

/** Throws RangeError for anything but a safe integer. */
export function cents(n: number): Cents {
  if (!Number.isSafeInteger(n)) throw new RangeError(`Not a number of cents: ${n}`);
  return (n + 0) as Cents; // + 0 turns -0 into 0
}

export const ZERO = cents(0);

/** The largest amount a person may enter: 9,999,999,999.99. */
export const MAX_AMOUNT = cents(999_999_999_999);

/** Within what a plan or a goal can be, however many payments or refunds an amount is the sum of. */
export const clampAmount = (amount: number): Cents => cents(Math.max(0, Math.min(MAX_AMOUNT, amount)));

/** 2^46 whole units. Beyond it neighbouring doubles are more than a cent apart, and two totals would share a number. */
export const MAX_TOTAL = cents(2 ** 46 * 100);

/** The wire's number as cents; undefined if not finite, finer than a cent or beyond ±MAX_AMOUNT. */
export const fromDecimal = (value: number): Cents | undefined => exactly(value, MAX_AMOUNT);

/** As fromDecimal, for a number that is a sum (an actual, a total): up to ±MAX_TOTAL. */
export const totalFromDecimal = (value: number): Cents | undefined => exactly(value, MAX_TOTAL);

export const toDecimal = (c: Cents): number => c / 100;

/** Exact, whatever the order, and saturated at ±MAX_TOTAL. */
export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0;
  let beyond = 0n; // exact beyond the safe integers, which real budgets never reach
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

/** Saturated at ±MAX_TOTAL. */
export const plus = (a: Cents, b: Cents): Cents => saturated(a + b);
export const minus = (a: Cents, b: Cents): Cents => saturated(a - b);
export const times = (a: Cents, count: number): Cents => saturated(a * count);

/** An amount in so many equal parts of whole units each, rounded up; 0 for nothing or less. */
export function inWholeUnits(amount: Cents, parts: number): Cents {
  return amount <= 0 ? ZERO : cents(Math.ceil(amount / parts / 100) * 100);
}

/** The ones that the specification lists; any other that Intl knows is one as well. */
export const CURRENCIES = ["USD", "EUR", "GBP", "CAD", "AUD", "JPY"];
/** The code of one. Formats amounts only: nothing is ever converted. */
export type Currency = string;
export const DEFAULT_CURRENCY: Currency = "USD";

export const isCurrency = (code: string): boolean => Intl.supportedValuesOf("currency").includes(code);

/** So many it is written with, "0.000" in dinars of Kuwait; amounts have two at most, whatever the currency. */
export const decimalsOf = (currency: Currency): number =>
  formatter(currency, "plain").resolvedOptions().maximumFractionDigits ?? 2;

/** "$1,234.50", or as `writeFor` has it. JPY has no decimals, but what is there of a yen is shown, so that a column adds up. */
export function formatMoney(c: Cents, currency: Currency): string {
  return formatter(currency, c % 100 === 0 ? "plain" : "exact").format(toDecimal(c));
}

/** Rounded to whole units, "$1,235". What rounds to nothing has no sign. */
export const formatWhole = (c: Cents, currency: Currency): string =>
  formatter(currency, "whole").format(Math.abs(c) < 50 ? 0 : toDecimal(c));

/** Rounded to whole units; less than one is written with its cents: "$0.40" is not "$0". */
export function formatAbout(c: Cents, currency: Currency): string {
  return c !== 0 && Math.abs(c) < 100 ? formatMoney(c, currency) : formatWhole(c, currency);
}

/** An amount that was divided, by the days left for example: yen, for one, rounded down to whole ones, which are there. */
export function rateOf(c: Cents, currency: Currency): Cents {
  return decimalsOf(currency) === 0 ? cents(Math.floor(c / 100) * 100) : c;
}

export const formatRate = (c: Cents, currency: Currency): string =>
  formatMoney(rateOf(c, currency), currency);

/** "+$5.00" for income and "-$5.00" for expenses, whatever the sign of the amount. */
export function formatSigned(c: Cents, flow: "income" | "expense", currency: Currency): string {
  return `${flow === "income" ? "+" : "-"}${formatMoney(cents(Math.abs(c)), currency)}`;
}

/** By the shortest text that denotes the double: multiplying by 100 would be a cent off for large totals. */
function exactly(value: number, limit: Cents): Cents | undefined {
  const [, whole, fraction = ""] = /^(-?\d+)(?:\.(\d{1,2}))?$/.exec(String(value)) ?? [];
  if (whole === undefined || Math.abs(value) > toDecimal(limit)) return undefined;
  return cents(Number(whole + fraction.padEnd(2, "0")));
}

const saturated = (n: number): Cents => cents(Math.max(-MAX_TOTAL, Math.min(MAX_TOTAL, n)));

/** As it stands in amounts: "$", "€", "CA$". */
export function symbolOf(currency: Currency): string {
  const parts = formatter(currency, "plain").formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** As it parts the hundredths in what people type: "." or ",". */
export const decimalSeparator = (): string =>
  formatter(DEFAULT_CURRENCY, "plain")
    .formatToParts(0.5)
    .find(({ type }) => type === "decimal")?.value ?? ".";

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(currency: Currency, decimals: "plain" | "exact" | "whole"): Intl.NumberFormat {
  const key = `${locale.amounts} ${currency} ${decimals}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale.amounts, {
    style: "currency",
    currency,
    signDisplay: "negative", // what rounds to nothing is "$0", not "-$0"
    ...(decimals === "exact" && { minimumFractionDigits: Math.max(2, decimalsOf(currency)) }),
    ...(decimals === "whole" && { maximumFractionDigits: 0 }),
  });
  formatters.set(key, made);
  return made;
}
