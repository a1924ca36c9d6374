import { MAX_AMOUNT } from "@coffer/domain/money/money";
import { withoutFormulaGuard } from "@coffer/domain/text/csv";
import { type Layout, quoted, type Reading } from "./parsed-file.ts";

type DecimalMark = Layout["decimalMark"];

/** Signs of currencies that are letters, in lower case; the three-letter codes are the browser's. */
const CURRENCIES = new Set([
  ...Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()),
  ...["kr", "zł", "kč", "ft", "lei", "rs", "r", "fr", "sfr", "лв", "руб", "tl"],
]);

/** Whole cents, negative for minus, parentheses and "DR"; more decimals are rounded half away from zero. */
export function readFileAmount(text: string, mark: DecimalMark): Reading<number> {
  const problem = { problem: `${quoted(text)} is not an amount.` };
  const found = text.length <= 60 ? partsOf(text) : undefined;
  if (!found) return problem;
  const [whole = "", fraction = "", ...more] = found.digits.split(mark);
  const digits = withoutGroups(whole, mark);
  if (more.length > 0 || digits === undefined || !/^\d*$/.test(fraction)) return problem;
  if (digits === "" && fraction === "") return problem;
  const isRounded = /[1-9]/.test(fraction.slice(2));
  const half = fraction.charAt(2) >= "5" ? 1 : 0;
  const value = Number(digits + fraction.slice(0, 2).padEnd(2, "0")) + half;
  if (value > MAX_AMOUNT) return { problem: `${quoted(text)} is more than 9,999,999,999.99.` };
  return { value: found.negative && value > 0 ? -value : value, ...(isRounded && { rounded: true }) };
}

/** An amount of a format that has no thousands: whichever mark is in it begins the decimals. */
export function readPlainAmount(text: string, { isOut = false } = {}): Reading<number> {
  const amount = readFileAmount(text, text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".");
  return isOut && "value" in amount ? { ...amount, value: -amount.value } : amount;
}

/** `sure` is false where an amount could be read both ways ("1.234") and no other decides. */
export function findDecimalMark(texts: Iterable<string>): { mark: DecimalMark; sure: boolean } {
  const votes = { ".": 0, ",": 0 };
  let doubtful: DecimalMark | undefined;
  for (const text of texts) {
    const digits = text.length <= 60 ? partsOf(text)?.digits : undefined;
    if (!digits) continue;
    const last = digits.lastIndexOf(".") > digits.lastIndexOf(",") ? "." : ",";
    const other = last === "." ? "," : ".";
    const [whole = "", fraction, ...more] = digits.split(last);
    if (fraction === undefined) continue;
    if (more.length > 0) votes[other]++;
    else if (whole.includes(other) || fraction.length !== 3 || whole === "" || /^0|^\d{4}/.test(whole))
      votes[last]++;
    else doubtful ??= last;
  }
  if (votes["."] !== votes[","]) return { mark: votes["."] > votes[","] ? "." : ",", sure: true };
  // Three digits behind the only mark are thousands more often than thousandths.
  return doubtful ? { mark: doubtful === "." ? "," : ".", sure: false } : { mark: ".", sure: true };
}

/** The digits with their marks, and whether they have a minus; undefined where there is anything else. */
function partsOf(text: string): { digits: string; negative: boolean } | undefined {
  let rest = withoutFormulaGuard(text)
    .normalize("NFKC")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\p{Sc}/gu, " ")
    .trim();
  let negative = false;
  if (rest.startsWith("(") && rest.endsWith(")")) {
    negative = true;
    rest = rest.slice(1, -1).trim();
  }
  const words = rest.match(/\p{L}+/gu) ?? [];
  if (words.length > 2) return undefined;
  for (const word of words) {
    const meaning = word.toLowerCase();
    if (meaning === "dr") negative = true;
    else if (meaning !== "cr" && !CURRENCIES.has(meaning)) return undefined;
    if (!rest.startsWith(word) && !/^[-+]?\s*\p{L}/u.test(rest) && !/\p{L}\.?\s*[-+]?$/u.test(rest))
      return undefined;
    rest = rest
      .replace(word, " ")
      .replace(/^\s*\.(?=\s)|(?<=\s)\.\s*$/, " ")
      .trim();
  }
  negative ||= rest.startsWith("-") || rest.endsWith("-");
  // Spaces and apostrophes within set thousands apart.
  const digits = rest
    .replace(/^[-+]|[-+]$/g, "")
    .trim()
    .replace(/[ '’]/g, " ");
  return /^[\d., ]+$/.test(digits) && /\d/.test(digits) ? { digits, negative } : undefined;
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
