import { MAX_AMOUNT } from "@coffer/domain/money/money";
import { withoutFormulaGuard } from "@coffer/domain/text/csv";
import { quoted, remembering } from "./plain.ts";

export type DecimalMark = "." | ",";

/** A value, or the reason why there is none. `exact` has the decimals of an amount that were rounded to cents. */
export type Reading<T> = { value: T; exact?: number } | { problem: string };

/** A cell of a table: a number only if a workbook holds one. */
export type Cell = string | number;

export const NO_AMOUNT = { problem: "The amount is missing." };

/** Signs of currencies that are letters, in lower case, besides the three-letter codes. */
const CURRENCIES = new Set([
  ...Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()),
  ..."kr,zł,kč,ft,lei,rs,r,fr,sfr,лв,руб,р,грн,tl,rp,rm,nt,hk,us,ca,au,nz,sk,dkr,nkr,円,元,원,лев,ден,дин,din,kn,eu,дол,inr".split(
    ",",
  ),
]);
/** Words behind or before an amount that give it a direction. */
const OUT_WORDS = new Set(["dr", "db", "d", "s", "soll", "debit", "deb", "debet", "-", "dt"]);
const IN_WORDS = new Set(["cr", "h", "haben", "credit", "kredit", "cred", "kt", "c"]);
const NONE = /^(?:[-–—−]+|n\/?a|null|none|nil|\*+)$/i;

type Parts = { digits: string; negative: boolean };
const PLAIN = /^[-+]?\d{1,12}(?:[.,]\d{1,2})?$/;

/** Whole cents, negative for a minus, parentheses and "DR". More decimals are rounded half away from zero. */
export function readAmount(cell: Cell, mark: DecimalMark): Reading<number> {
  if (typeof cell === "number") return inCents(cell);
  const parts = partsOf(cell);
  if (!parts) return { problem: `${quoted(cell)} is not an amount.` };
  const [whole = "", fraction = "", ...more] = parts.digits.split(mark);
  const digits = withoutGroups(whole, mark);
  if (more.length > 0 || digits === undefined || !/^\d*$/.test(fraction) || digits + fraction === "")
    return { problem: `${quoted(cell)} is not an amount.` };
  const half = fraction.charAt(2) >= "5" ? 1 : 0;
  const cents = digits + fraction.slice(0, 2).padEnd(2, "0");
  const value = Number(cents) + half;
  if (value > MAX_AMOUNT) return { problem: `${quoted(cell)} is more than 9,999,999,999.99.` };
  const sign = parts.negative && value > 0 ? -1 : 1;
  const isRounded = /[1-9]/.test(fraction.slice(2));
  return {
    value: sign * value,
    ...(isRounded && { exact: sign * Number(`${cents}.${fraction.slice(2)}`) }),
  };
}

function inCents(number: number): Reading<number> {
  const value = roundCents(number * 100);
  if (!Number.isFinite(number) || Math.abs(value) > MAX_AMOUNT)
    return { problem: `${number} is more than 9,999,999,999.99.` };
  return { value, ...(!isSameAmount(value, number * 100) && { exact: number * 100 }) };
}

/** In cents, with the decimals that are rounded in a row. */
export const exactOf = (amount: Reading<number>): number =>
  "problem" in amount ? Number.NaN : (amount.exact ?? amount.value);

/** Rounds half away from zero, allowing for binary representation error. */
export const roundCents = (cents: number): number =>
  Math.sign(cents) * Math.round(Math.abs(cents) + 1e-6) || 0;

/** True if two sums of exact amounts are equal: they differ by less than any currency's smallest decimal. */
export const isSameAmount = (a: number, b: number): boolean => Math.abs(a - b) < 0.04;

/** An amount of a format that has no thousands: the mark that is in it begins the decimals. */
export function readPlainAmount(text: string, { isOut = false } = {}): Reading<number> {
  const amount = readAmount(text, text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".");
  if (!isOut || "problem" in amount) return amount;
  return { value: -amount.value, ...(amount.exact !== undefined && { exact: -amount.exact }) };
}

export const isNumeric = (cell: Cell): boolean => typeof cell === "number" || partsOf(cell) !== undefined;

/** A dash or a word that stands for an empty cell. */
export const isNothing = (cell: Cell): boolean =>
  typeof cell === "string" && (cell === "" || NONE.test(cell));

/**
 * The mark before the decimals, as every number of a column shows it. `thousandths` is the other mark if all have
 * three digits behind it ("1.234"): then they are thousands, or amounts of a currency with three decimals.
 */
export function findDecimalMark(cells: Iterable<Cell>): { mark: DecimalMark; thousandths?: DecimalMark } {
  const votes = { ".": 0, ",": 0 };
  let doubtful: DecimalMark | undefined;
  let [short, long] = [0, 0];
  for (const cell of cells) {
    const digits = typeof cell === "string" ? partsOf(cell)?.digits : undefined;
    if (!digits) continue;
    const last = digits.lastIndexOf(".") > digits.lastIndexOf(",") ? "." : ",";
    const other = last === "." ? "," : ".";
    const [whole = "", fraction, ...more] = digits.split(last);
    if (fraction === undefined) {
      if (whole.length > 3) long++;
      else if (/[1-9]/.test(whole)) short++;
      continue;
    }
    if (more.length > 0) votes[other]++;
    else if (whole.includes(other) || fraction.length !== 3 || whole === "" || /^0|^\d{4}/.test(whole))
      votes[last]++;
    else doubtful ??= last;
  }
  if (votes["."] !== votes[","]) return { mark: votes["."] > votes[","] ? "." : "," };
  if (!doubtful) return { mark: "." };
  const mark = doubtful === "." ? "," : ".";
  // Whole numbers below a thousand, with none above that has no mark: the mark sets thousands apart.
  return short > 0 && long === 0 ? { mark } : { mark, thousandths: doubtful };
}

/** The mark of one column, where its own cells show it; some banks write balances otherwise than amounts. */
export function markOf(cells: readonly Cell[], otherwise: DecimalMark): DecimalMark {
  const { mark, thousandths } = findDecimalMark(cells);
  const isShown = cells.some((cell) => typeof cell === "string" && cell.includes(mark) && isNumeric(cell));
  return isShown && !thousandths ? mark : otherwise;
}

/** The digits with their marks, and whether there is a minus; undefined for any other text. */
const partsOf = remembering((text): Parts | undefined => {
  if (PLAIN.test(text)) {
    const negative = text.startsWith("-");
    return { digits: negative || text.startsWith("+") ? text.slice(1) : text, negative };
  }
  if (text.length > 60 || !/\p{Nd}/u.test(text)) return undefined;
  let rest = withoutFormulaGuard(text)
    .normalize("NFKC")
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, "-")
    .replace(/[\u066b]/g, ",")
    .replace(/[\u066c\u200e\u200f\u061c]/g, "")
    .replace(/\p{Sc}/gu, " ")
    .trim();
  let negative = false;
  if (rest.startsWith("(") && rest.endsWith(")")) {
    negative = true;
    rest = rest.slice(1, -1).trim();
  }
  const words = rest.match(/[\p{L}*]+/gu) ?? [];
  if (words.length > 2) return undefined;
  for (const word of words) {
    const meaning = word.toLowerCase();
    if (OUT_WORDS.has(meaning)) negative = true;
    else if (!IN_WORDS.has(meaning) && !CURRENCIES.has(meaning)) return undefined;
    if (!rest.startsWith(word) && !/^[-+]?\s*\p{L}/u.test(rest) && !/\p{L}\.?\s*[-+]?$/u.test(rest))
      return undefined;
    rest = rest
      .replace(word, " ")
      .replace(/^\s*[./](?=\s)|(?<=\s)[./]\s*$/, " ")
      .trim();
  }
  negative ||= rest.startsWith("-") || rest.endsWith("-");
  // Spaces and apostrophes within set thousands apart.
  const digits = rest
    .replace(/^[-+]|[-+]$/g, "")
    .trim()
    .replace(/['’´`]/g, " ")
    .replace(/,-$/, "");
  return /^[\d., ]+$/.test(digits) && /\d/.test(digits) ? { digits, negative } : undefined;
});

const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((start) => code >= start && code < start + 10);
  return zero === undefined ? digit : String(code - zero);
}

/** The digits of a whole number, whose thousands may be set apart by one kind of mark (also "12,34,567"). */
function withoutGroups(whole: string, mark: DecimalMark): string | undefined {
  const [separator] = /[., ]/.exec(whole) ?? [];
  if (separator === undefined) return whole;
  if (separator === mark) return undefined;
  const [first = "", ...groups] = whole.split(separator);
  const last = groups.pop() ?? "";
  const isWhole =
    /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{2,3}$/.test(group)) && /^\d{3}$/.test(last);
  return isWhole ? first + groups.join("") + last : undefined;
}
