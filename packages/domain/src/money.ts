declare const unit: unique symbol;

/** An integer number of minor units (product page section 2). Hundredths in every currency, the yen included. */
export type Cents = number & { readonly [unit]: "cents" };

/** Takes an integer number of cents and brands it; throws RangeError for anything but a safe integer. */
export function cents(n: number): Cents {
  if (!Number.isSafeInteger(n)) throw new RangeError(`Not a number of cents: ${n}`);
  return (n + 0) as Cents; // + 0 turns -0 into 0
}

export const ZERO = cents(0);

/** The largest amount a person may enter: 9,999,999,999.99 (product page section 2). */
export const MAX_AMOUNT = cents(999_999_999_999);

/**
 * The largest total: 2^46 whole units. Up to there neighbouring doubles lie less than a cent apart, so
 * every number of cents has a JSON number of its own; beyond it two totals would share one.
 */
export const MAX_TOTAL = cents(2 ** 46 * 100);

/** Takes a wire number; returns its cents, or undefined if not finite, finer than a cent or beyond ±MAX_AMOUNT. */
export function fromDecimal(value: number): Cents | undefined {
  return exactly(value, MAX_AMOUNT);
}

/** Takes a wire number that is a sum (an actual, a total); the same as fromDecimal, up to ±MAX_TOTAL. */
export function totalFromDecimal(value: number): Cents | undefined {
  return exactly(value, MAX_TOTAL);
}

/** Takes cents; returns the wire's JSON number of at most two decimals. */
export function toDecimal(c: Cents): number {
  return c / 100;
}

/** Takes what a person typed ("$1,234.5"); returns cents, or undefined. Commas are dropped (spec section 5). */
export function parseAmount(text: string): Cents | undefined {
  const bare = text.replace(/[$€£¥,\s]/g, "");
  return /^-?(\d+(\.\d{1,2})?|\.\d{1,2})$/.test(bare) ? fromDecimal(Number(bare)) : undefined;
}

/** Takes any number of amounts; returns their exact sum, saturated at ±MAX_TOTAL, whatever their order. */
export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0;
  let beyond = 0n; // what has left the safe integers: exact all the same, and never needed by honest data
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

/** Returns a + b in cents, saturated at ±MAX_TOTAL. */
export function plus(a: Cents, b: Cents): Cents {
  return saturated(a + b);
}

/** Returns a − b in cents, saturated at ±MAX_TOTAL. */
export function minus(a: Cents, b: Cents): Cents {
  return saturated(a - b);
}

export const CURRENCIES = ["USD", "EUR", "GBP", "CAD", "AUD", "JPY"] as const;
/** How amounts are written, never what they are worth: nothing is converted (spec section 9). */
export type Currency = (typeof CURRENCIES)[number];
export const DEFAULT_CURRENCY: Currency = "USD";

/** Takes cents; returns "$1,234.50". JPY has no decimals: the amount is rounded to whole yen. */
export function formatMoney(c: Cents, currency: Currency): string {
  return formatter(currency, false).format(toDecimal(c));
}

/** Takes cents; returns whole units, "$1,235" (budget rows, spec section 9). */
export function formatWhole(c: Cents, currency: Currency): string {
  return formatter(currency, true).format(toDecimal(c));
}

/** Takes an amount and its flow; returns "+$5.00" for income and "-$5.00" for expense (spec section 2). */
export function formatSigned(c: Cents, flow: "income" | "expense", currency: Currency): string {
  return `${flow === "income" ? "+" : "-"}${formatMoney(cents(Math.abs(c)), currency)}`;
}

/**
 * The shortest text that names a double is what its sender meant, so its digits are the cents. Multiplying by
 * 100 instead would be a cent off for large totals.
 */
function exactly(value: number, limit: Cents): Cents | undefined {
  const [, whole, fraction = ""] = /^(-?\d+)(?:\.(\d{1,2}))?$/.exec(String(value)) ?? [];
  if (whole === undefined || Math.abs(value) > toDecimal(limit)) return undefined;
  return cents(Number(whole + fraction.padEnd(2, "0")));
}

function saturated(n: number): Cents {
  return cents(Math.max(-MAX_TOTAL, Math.min(MAX_TOTAL, n)));
}

/** What stands for the currency in amounts: "$", "€", "CA$". */
export function symbolOf(currency: Currency): string {
  const parts = formatter(currency, false).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(currency: Currency, whole: boolean): Intl.NumberFormat {
  const key = whole ? `${currency} whole` : currency;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    signDisplay: "negative", // what rounds to nothing is "$0", not "-$0"
    ...(whole && { maximumFractionDigits: 0 }),
  });
  formatters.set(key, made);
  return made;
}
