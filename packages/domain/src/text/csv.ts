import { decimalSeparator } from "../money/money.ts";
import type { Locale } from "./locale.ts";

/**
 * CSV (RFC 4180) with a byte order mark for spreadsheets. With a decimal comma the separator is ";", as spreadsheets
 * expect. Text that a spreadsheet would run as a formula gets an apostrophe in front.
 */
export function csvOf(rows: Iterable<readonly (string | number)[]>, locale: Locale): string {
  const decimal = decimalSeparator(locale);
  const separator = decimal === "," ? ";" : ",";
  let text = "\uFEFF";
  for (const row of rows) text += `${row.map((value) => cell(value, decimal)).join(separator)}\r\n`;
  return text;
}

/** Removes the apostrophes that `csvOf` and other programs put in front of possible formulas. */
export const withoutFormulaGuard = (text: string): string =>
  inParts(text, (part) => (/^'[=+\-@\t\r]/.test(part) ? part.slice(1) : part));

function cell(value: string | number, decimal: string): string {
  if (typeof value === "number") return String(value).replace(".", decimal);
  // Some spreadsheets skip spaces and a byte order mark before they look for a formula.
  const guarded = inParts(value, (part) => (/^[\s\uFEFF]*[=+\-@]|^[\t\r]/.test(part) ? `'${part}` : part));
  return /[",\r\n;\t]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Changes each part that a spreadsheet with ";" or tab as separator would read as a cell; a leading tab is text. */
const inParts = (text: string, change: (part: string) => string): string =>
  text
    .split(/(?<=[;\t])(?<!^\t)/)
    .map(change)
    .join("");
