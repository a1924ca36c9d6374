import {
  type Cents,
  CURRENCIES,
  type Currency,
  cents,
  decimalSeparator,
  decimalsOf,
  formatMoney,
  MAX_AMOUNT,
  symbolOf,
  toDecimal,
} from "./money.ts";

export type AmountReading = { kind: "ok"; amount: Cents } | Unreadable;
type Unreadable =
  | { kind: "empty" | "not-a-number" | "too-many-decimals" | "too-large" }
  /** "1.250" may mean 1,250 or 1.25. */
  | { kind: "ambiguous"; readings: [grouped: Cents, decimal: Cents] };

/** A number in hundredths; the two differ only where it has two readings. */
type Operand = { grouped: bigint; decimal: bigint };
type Fraction = { over: bigint; under: bigint };

const LONGEST_TEXT = 200;
let knownSymbols: string[] | undefined;
/** Made on first use, since the formats that tell them take ten milliseconds. */
const symbols = () =>
  (knownSymbols ??= [...CURRENCIES.map(symbolOf), ...CURRENCIES, "$", "¥", "US$", "AU$", "C$"]);

/**
 * Reads what a person types into an amount field. A last comma or dot followed by one or two digits is the
 * decimal one, groups of three digits are thousands, and what has two readings is refused with both. Currency
 * symbols and spaces are dropped. + - * / are computed exactly; a result finer than the currency's smallest unit
 * is rounded half up.
 */
export function readAmount(text: string, currency: Currency): AmountReading {
  if (text.length > LONGEST_TEXT) return { kind: "not-a-number" };
  const bare = plain(text);
  if (bare === "") return { kind: "empty" };
  const parts = bare.split(/([-+*/])/);
  // A sign in front is computed as well: "-5" is 0 - 5.
  if (parts[0] === "" && (parts[1] === "-" || parts[1] === "+")) parts[0] = "0";
  const operators = parts.filter((_, index) => index % 2 === 1);
  const operands: Operand[] = [];
  for (const part of parts.filter((_, index) => index % 2 === 0)) {
    const operand = readNumber(withoutSymbol(part, currency), currency);
    if ("kind" in operand) return operand;
    operands.push(operand);
  }
  const resultOf = (reading: keyof Operand) => {
    const values = operands.map((operand) => operand[reading]);
    return compute(operators, values, currency);
  };
  const [grouped, decimal] = [resultOf("grouped"), resultOf("decimal")];
  if (grouped.kind !== "ok" || decimal.kind !== "ok" || grouped.amount === decimal.amount) return grouped;
  return { kind: "ambiguous", readings: [grouped.amount, decimal.amount] };
}

/** The sentence that refuses a text; `required` and `invalid` are the field's own words for the plain failures. */
export function amountProblem(
  reading: Unreadable,
  currency: Currency,
  { required, invalid }: { required: string; invalid: string },
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
      return `Use an amount of at most ${formatMoney(MAX_AMOUNT, currency)}`;
    case "ambiguous": {
      const [grouped, decimal] = reading.readings.map((amount) => amountText(amount, currency));
      return `This can be read in two ways: type ${grouped} or ${decimal}`;
    }
  }
}

/** An amount as its field holds it, "1250.00", "1250,00" or "1250" in yen: it is read as the same amount again. */
export function amountText(amount: Cents, currency: Currency): string {
  const text = toDecimal(amount).toFixed(decimalsOf(currency) === 0 && amount % 100 === 0 ? 0 : 2);
  return text.replace(".", decimalSeparator());
}

/** Full-width digits and signs, as Japanese keyboards type them, become plain ones. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\s'’]/g, "")
    .replace(/[−–]/g, "-")
    .replace(/×/g, "*")
    .replace(/÷/g, "/");
}

function withoutSymbol(text: string, currency: Currency): string {
  const upper = text.toUpperCase();
  const own = [plain(symbolOf(currency)).toUpperCase(), currency];
  // Longest first, so that "CA$" is not taken for "$".
  const known = [...own, ...symbols()].sort((a, b) => b.length - a.length);
  const before = known.find((symbol) => upper.startsWith(symbol));
  if (before) return text.slice(before.length);
  const after = known.find((symbol) => upper.endsWith(symbol));
  return after ? text.slice(0, -after.length) : text;
}

function readNumber(text: string, currency: Currency): Operand | Unreadable {
  if (!/^[\d.,]+$/.test(text) || /[.,]$/.test(text)) return { kind: "not-a-number" };
  const own = decimalsOf(currency);
  const decimals = Math.min(own, 2);
  const at = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (at === -1) return operand(text, "00");
  const separator = text.charAt(at);
  const head = text.slice(0, at);
  // Of dinars, which are written with three decimals, the last one is always 0.
  const isLong = own > 2 && [".", decimalSeparator()].includes(separator) && text.length - at - 1 === own;
  const tail = text.slice(at + 1, isLong && /^0+$/.test(text.slice(at + 3)) ? at + 3 : undefined);
  if (!isLong && isGrouped(text, separator)) {
    const twoReadings = separator === "." && /^\d+$/.test(head) && decimals > 0;
    return twoReadings ? operand(text, "00", { head, tail }) : operand(text, "00");
  }
  if (!/^\d*$/.test(head) && !isGrouped(head, separator === "." ? "," : ".")) return { kind: "not-a-number" };
  return tail.length > decimals ? { kind: "too-many-decimals" } : operand(head, tail.padEnd(2, "0"));
}

/** True where `separator` alone parts groups of three digits: "1,250,000", but neither "0,125" nor "1250,000". */
function isGrouped(text: string, separator: string): boolean {
  // As in India as well, "12,34,567".
  const [first = "", ...groups] = text.split(separator);
  const [last = "000"] = groups.splice(-1);
  const size = groups.length > 0 && groups.every((group) => group.length === 2) ? 2 : 3;
  return (
    /^[1-9]\d{0,2}$/.test(first) && /^\d{3}$/.test(last) && groups.every((group) => group.length === size)
  );
}

/** `asDecimal` is the other reading of a group of three digits, rounded to hundredths. */
function operand(
  whole: string,
  hundredths: string,
  asDecimal?: { head: string; tail: string },
): Operand | Unreadable {
  const digits = `${whole.replace(/[.,]/g, "")}${hundredths}`;
  if (BigInt(digits) > BigInt(MAX_AMOUNT)) return { kind: "too-large" };
  const grouped = BigInt(digits);
  return { grouped, decimal: asDecimal ? (BigInt(asDecimal.head + asDecimal.tail) + 5n) / 10n : grouped };
}

/** * and / before + and -, as on paper. */
function compute(
  operators: readonly string[],
  operands: readonly bigint[],
  currency: Currency,
): AmountReading {
  const [first = 0n, ...others] = operands;
  let total: Fraction = { over: 0n, under: 1n };
  let term: Fraction = { over: first, under: 100n };
  for (const [index, hundredths] of others.entries()) {
    const operator = operators[index];
    if (operator === "*") term = { over: term.over * hundredths, under: term.under * 100n };
    else if (operator === "/") term = { over: term.over * 100n, under: term.under * hundredths };
    else {
      total = add(total, term);
      term = { over: operator === "-" ? -hundredths : hundredths, under: 100n };
    }
    if (term.under === 0n) return { kind: "not-a-number" };
  }
  return rounded(add(total, term), currency);
}

const add = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});

/** Half up, also below zero: -0.5 becomes 0. */
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
