import { MAX_AMOUNT } from "@coffer/domain/money/money";
import { withoutFormulaGuard } from "@coffer/domain/text/csv";
import { quoted, remembering } from "./plain.ts";

export type DecimalMark = "." | ",";

/** A value, or the reason why there is none. `exact` is the amount before it was rounded to cents. */
export type Reading<T> = { value: T; exact?: number } | { problem: string };

/** A cell of a table. Only workbooks and JSON have numbers. */
export type Cell = string | number;

export const NO_AMOUNT = { problem: "The amount is missing." };

/** Three-letter codes and other currency signs made of letters, in lower case. */
const CURRENCIES = new Set([
  ...Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()),
  ..."kr,zł,kč,ft,lei,rs,r,fr,sfr,лв,руб,р,грн,tl,rp,rm,nt,hk,us,ca,au,nz,sk,dkr,nkr,円,元,원,лев,ден,дин,din,kn,eu,дол,inr".split(
    ",",
  ),
]);
/** Words next to an amount that say its direction. */
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

/** In cents before rounding; NaN without an amount. */
export const exactOf = (amount: Reading<number>): number =>
  "problem" in amount ? Number.NaN : (amount.exact ?? amount.value);

/** Rounds half away from zero, allowing for binary representation error. */
export const roundCents = (cents: number): number =>
  Math.sign(cents) * Math.round(Math.abs(cents) + 1e-6) || 0;

/** True if two exact amounts differ by less than half of a currency's smallest unit, 0.1 cents. */
export const isSameAmount = (a: number, b: number): boolean => Math.abs(a - b) < 0.04;

/** Reads an amount of a format without thousands separators, in which a point and a comma are decimal marks. */
export function readPlainAmount(text: string, { isOut = false } = {}): Reading<number> {
  const amount = readAmount(text, text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".");
  if (!isOut || "problem" in amount) return amount;
  return { value: -amount.value, ...(amount.exact !== undefined && { exact: -amount.exact }) };
}

export const isNumeric = (cell: Cell): boolean => typeof cell === "number" || partsOf(cell) !== undefined;

/** True for an empty cell, or a dash or word that means one. */
export const isNothing = (cell: Cell): boolean =>
  typeof cell === "string" && (cell === "" || NONE.test(cell));

/**
 * Finds the decimal mark of a column. `thousandths` is the other mark if all numbers have three digits after it
 * ("1.234"), so that they are thousands or amounts of a currency with three decimals.
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
  // Numbers below 1,000 have no mark, and all larger ones do, so it is a thousands separator.
  return short > 0 && long === 0 ? { mark } : { mark, thousandths: doubtful };
}

/** The mark of one column, if it is clear. Some banks' balances have another mark than their amounts. */
export function markOf(cells: readonly Cell[], otherwise: DecimalMark): DecimalMark {
  const { mark, thousandths } = findDecimalMark(cells);
  const isShown = cells.some((cell) => typeof cell === "string" && cell.includes(mark) && isNumeric(cell));
  return isShown && !thousandths ? mark : otherwise;
}

/** The digits with separators, and the sign; undefined if the text is not an amount. */
const partsOf = remembering((text): Parts | undefined => {
  if (PLAIN.test(text)) {
    const negative = text.startsWith("-");
    return { digits: negative || text.startsWith("+") ? text.slice(1) : text, negative };
  }
  if (text.length > 60 || !/\p{Nd}/u.test(text)) return undefined;
  let rest = withAsciiDigits(withoutFormulaGuard(text))
    .normalize("NFKC")
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
  // Apostrophes are thousands separators like spaces.
  const digits = rest
    .replace(/^[-+]|[-+]$/g, "")
    .trim()
    .replace(/['’´`]/g, " ")
    .replace(/,-$/, "");
  return /^[\d., ]+$/.test(digits) && /\d/.test(digits) ? { digits, negative } : undefined;
});

const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

/** "٣" as "3", and the digits of other scripts. */
export const withAsciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, asciiDigit);

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((start) => code >= start && code < start + 10);
  return zero === undefined ? digit : String(code - zero);
}

/** Removes thousands separators, which must be of one kind; also as in "12,34,567". */
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
