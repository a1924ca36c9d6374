import type { Locale } from "../text/locale.ts";
import {
  type Cents,
  CURRENCIES,
  type Currency,
  cents,
  decimalSeparator,
  decimalsOf,
  formatMoney,
  isCurrency,
  MAX_AMOUNT,
  symbolOf,
  toDecimal,
} from "./money.ts";

export type AmountReading = { kind: "ok"; amount: Cents } | Unreadable;
type Unreadable =
  | { kind: "empty" | "not-a-number" | "too-many-decimals" | "too-large" }
  /** "1.250" may mean 1,250 or 1.25. */
  | { kind: "ambiguous"; readings: [grouped: Cents, decimal: Cents] };

/** Exact numbers; the two readings differ only if the text is ambiguous. */
type Operand = { grouped: Fraction; decimal: Fraction };
/** The currency and format that a text was typed in. */
type Writing = { currency: Currency; locale: Locale };
type Fraction = { over: bigint; under: bigint };

const LONGEST_TEXT = 200;
/** Local currency signs besides ISO codes and Unicode's currency symbols ("€", "₹", "₺"). */
const LOCAL_SIGNS = [
  ..."US$ AU$ A$ C$ CA$ NZ$ HK$ S$ R$ kr kr. zł Kč Ft lei Fr. Fr SFr. лв лв. руб. руб р. Rs Rs. Rp RM TL Bs.".split(
    " ",
  ),
  ..."ر.س ر.س. د.إ د.إ. ج.م ج.م. د.ك د.ك. ریال ريال تومان 円 元 원".split(" "),
];
const knownSymbols = new Map<string, string[]>();
/** Computed on first use, since the formatters take ten milliseconds. Longest first: "CA$" is not "$". */
function symbols(locale: Locale): string[] {
  const known = knownSymbols.get(locale.amounts);
  if (known) return known;
  const symbols = [...CURRENCIES.map((currency) => symbolOf(currency, locale)), ...LOCAL_SIGNS]
    .map((symbol) => plain(symbol).toUpperCase())
    .sort((a, b) => b.length - a.length);
  knownSymbols.set(locale.amounts, symbols);
  return symbols;
}

/**
 * Parses the text of an amount field, in the digits of any script. A last comma or dot before one or two digits is the
 * decimal separator; groups of three digits are thousands; an ambiguous text is refused with both readings. Currency
 * signs, spaces and empty hundredths ("12.", "12,-") are ignored. + - * / are computed exactly; the result is rounded half
 * up to the currency's smallest unit.
 */
export function readAmount(text: string, currency: Currency, locale: Locale): AmountReading {
  return evaluate(text, { currency, locale }, readNumber);
}

/** Parses the keypad's text, in which a point is always the decimal separator: "45.32×1.659" is 75.19, rounded half up. */
export function readPadAmount(text: string, currency: Currency, locale: Locale): AmountReading {
  return evaluate(text, { currency, locale }, readPadNumber);
}

function evaluate(text: string, writing: Writing, readOperand: typeof readNumber): AmountReading {
  if (text.length > LONGEST_TEXT) return { kind: "not-a-number" };
  const bare = plain(text);
  if (bare === "") return { kind: "empty" };
  if (NOT_DIGITS.test(text) || NOT_THOUSANDS.test(withOwnDigits(text))) return { kind: "not-a-number" };
  const readable = withoutEmptyHundredths(bare);
  if (/[.,]-/.test(readable)) return { kind: "not-a-number" };
  const parts = readable.split(/([-+*/])/);
  // A leading sign is an operator too: "-5" is 0 - 5.
  const isSigned = parts[0] === "" && (parts[1] === "-" || parts[1] === "+");
  if (isSigned) parts[0] = "0";
  const operators = parts.filter((_, index) => index % 2 === 1);
  // Only results are rounded: a single number with too many decimals is refused.
  const isSum = operators.length > (isSigned ? 1 : 0);
  const operands: Operand[] = [];
  for (const part of parts.filter((_, index) => index % 2 === 0)) {
    const operand = readOperand(withoutSymbol(part, writing), writing, isSum);
    if ("kind" in operand) return operand;
    operands.push(operand);
  }
  const resultOf = (reading: keyof Operand) => {
    const values = operands.map((operand) => operand[reading]);
    return compute(operators, values, writing.currency);
  };
  const [grouped, decimal] = [resultOf("grouped"), resultOf("decimal")];
  if (grouped.kind !== "ok" || decimal.kind !== "ok" || grouped.amount === decimal.amount) return grouped;
  return { kind: "ambiguous", readings: [grouped.amount, decimal.amount] };
}

/** The error sentence for a text; `required` and `invalid` are the field's own messages. */
export function amountProblem(
  reading: Unreadable,
  currency: Currency,
  { required, invalid }: { required: string; invalid: string },
  locale: Locale,
): string {
  switch (reading.kind) {
    case "empty":
      return required;
    case "not-a-number":
      return invalid;
    case "too-many-decimals":
      if (decimalsOf(currency) > 0) return "Use at most two decimals";
      return `Amounts in ${currency === "JPY" ? "yen" : currency} have no decimals`;
    case "too-large":
      return `Use an amount of at most ${formatMoney(MAX_AMOUNT, currency, locale)}`;
    case "ambiguous": {
      const [grouped, decimal] = reading.readings.map((amount) => amountText(amount, currency, locale));
      return `This can be read in two ways: type ${grouped} or ${decimal}`;
    }
  }
}

/** The text of an amount in its field, "1250.00", "1250,00" or "1250" in yen; `readAmount` parses it back. */
export function amountText(amount: Cents, currency: Currency, locale: Locale): string {
  const text = toDecimal(amount).toFixed(decimalsOf(currency) === 0 && amount % 100 === 0 ? 0 : 2);
  return text.replace(".", decimalSeparator(locale));
}

const ARABIC_DECIMAL = "\u066b";
/** A space or an apostrophe that does not separate thousands: "12 50" may mean 12.50 and is not 1,250. */
const NOT_THOUSANDS = /\d[\s'’‘ʼ´`\u066c]+(?!\d{3}(?!\d)|\d\d[\s'’‘ʼ´`\u066c]+\d)\d|\d{4}[\s'’‘ʼ´`\u066c]+\d/;

/** Raised digits and fractions: a price tag's "3⁹⁹" is not 399. */
const NOT_DIGITS = /\p{No}/u;

const withOwnDigits = (text: string): string => text.normalize("NFKC").replace(/\p{Nd}/gu, digitOf);

/** Converts digits and operators of every script to ASCII; drops spaces, apostrophes and marks of text direction. */
function plain(text: string): string {
  return withOwnDigits(text)
    .replace(/[\s\p{Cf}'’‘ʼ´`\u066c]/gu, "")
    .replace(/،/g, ",")
    .replace(/[−–—]/g, "-")
    .replace(/[×✕⋅·]/g, "*")
    .replace(/÷/g, "/");
}

/** Unicode encodes the ten digits of a script in sequence from its zero. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Turns "12,-", "12.--€" and "12,-+3" into "12,", "12.€" and "12,+3"; keeps "12,-5", which is refused. */
const withoutEmptyHundredths = (text: string): string => text.replace(/(\d[.,])-{1,2}(?![\d.,])/g, "$1");

function withoutSymbol(text: string, { currency, locale }: Writing): string {
  const upper = text.toUpperCase();
  const own = [plain(symbolOf(currency, locale)).toUpperCase(), currency];
  const known = own.concat(symbols(locale));
  const before = known.find((symbol) => upper.startsWith(symbol)) ?? /^(\p{Sc}|[A-Z]{3})/u.exec(upper)?.[0];
  if (before && isSignOrCode(before)) return text.slice(before.length);
  const after = known.find((symbol) => upper.endsWith(symbol)) ?? /(\p{Sc}|[A-Z]{3})$/u.exec(upper)?.[0];
  return after && isSignOrCode(after) ? text.slice(0, -after.length) : text;
}

const isSignOrCode = (symbol: string): boolean => !/^[A-Z]{3}$/.test(symbol) || isCurrency(symbol);

function readNumber(text: string, { currency, locale }: Writing, isSum: boolean): Operand | Unreadable {
  if (text.includes(ARABIC_DECIMAL)) {
    const [whole = "", tail = "", ...others] = text.split(ARABIC_DECIMAL);
    if (others.length > 0 || !/^\d*$/.test(whole) || !/^\d+$/.test(tail)) return { kind: "not-a-number" };
    return decimalOperand(whole, tail, currency, isSum);
  }
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return { kind: "not-a-number" };
  const own = decimalsOf(currency);
  const at = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (at === -1) return operand(text, "");
  const separator = text.charAt(at);
  const head = text.slice(0, at);
  // Dinars have three decimals; only amounts whose third decimal is 0 can be stored.
  const isLong =
    own > 2 && [".", decimalSeparator(locale)].includes(separator) && text.length - at - 1 === own;
  const tail = text.slice(at + 1, isLong && /^0+$/.test(text.slice(at + 3)) ? at + 3 : undefined);
  if (!isLong && isGrouped(text, separator)) {
    const twoReadings = separator === "." && /^\d+$/.test(head) && own > 0;
    return twoReadings ? operand(text, "", { head, tail }) : operand(text, "");
  }
  const isWhole = /^\d*$/.test(head) || isGrouped(head, separator === "." ? "," : ".");
  if (!isWhole && !(tail === "" && isGrouped(head, separator))) return { kind: "not-a-number" };
  return decimalOperand(head, tail, currency, isSum);
}

function readPadNumber(text: string): Operand | Unreadable {
  const [whole = "", tail = "", ...others] = text.split(".");
  const isNumber = others.length === 0 && /^\d+$/.test(whole + tail);
  return isNumber ? operand(whole, tail) : { kind: "not-a-number" };
}

function decimalOperand(whole: string, tail: string, currency: Currency, isSum: boolean) {
  const isTooFine = !isSum && tail.length > Math.min(decimalsOf(currency), 2);
  return isTooFine ? ({ kind: "too-many-decimals" } as const) : operand(whole, tail);
}

/** True if `separator` alone separates groups of three digits: "1,250,000", but neither "0,125" nor "1250,000". */
function isGrouped(text: string, separator: string): boolean {
  // Or Indian groups, "12,34,567".
  const [first = "", ...groups] = text.split(separator);
  const [last = "000"] = groups.splice(-1);
  const size = groups.length > 0 && groups.every((group) => group.length === 2) ? 2 : 3;
  return (
    /^[1-9]\d{0,2}$/.test(first) && /^\d{3}$/.test(last) && groups.every((group) => group.length === size)
  );
}

/** `asDecimal` is the other reading of a group of three digits. */
function operand(
  whole: string,
  decimals: string,
  asDecimal?: { head: string; tail: string },
): Operand | Unreadable {
  const grouped = fraction(whole.replace(/[.,]/g, ""), decimals);
  if (grouped.over * 100n > BigInt(MAX_AMOUNT) * grouped.under) return { kind: "too-large" };
  return { grouped, decimal: asDecimal ? fraction(asDecimal.head, asDecimal.tail) : grouped };
}

const fraction = (whole: string, decimals: string): Fraction => ({
  over: BigInt(whole + decimals),
  under: 10n ** BigInt(decimals.length),
});

/** Multiplication and division come before addition and subtraction. */
function compute(
  operators: readonly string[],
  operands: readonly Fraction[],
  currency: Currency,
): AmountReading {
  const [first = { over: 0n, under: 1n }, ...others] = operands;
  let total: Fraction = { over: 0n, under: 1n };
  let term = first;
  for (const [index, { over, under }] of others.entries()) {
    const operator = operators[index];
    if (operator === "*") term = { over: term.over * over, under: term.under * under };
    else if (operator === "/") term = { over: term.over * under, under: term.under * over };
    else {
      total = add(total, term);
      term = { over: operator === "-" ? -over : over, under };
    }
    if (term.under === 0n) return { kind: "not-a-number" };
  }
  return rounded(add(total, term), currency);
}

const add = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});

/** Rounds half up, also negative amounts: -0.5 becomes 0. */
function rounded({ over, under }: Fraction, currency: Currency): AmountReading {
  const unit = decimalsOf(currency) === 0 ? 100n : 1n;
  const [twice, divisor] = [over * 200n + under * unit, under * unit * 2n];
  const down = twice / divisor - (twice % divisor < 0n ? 1n : 0n);
  const hundredths = down * unit;
  const size = hundredths < 0n ? -hundredths : hundredths;
  return size > BigInt(MAX_AMOUNT)
    ? { kind: "too-large" }
    : { kind: "ok", amount: cents(Number(hundredths)) };
}
