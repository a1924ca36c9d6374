import { decimalSeparator } from "../money/money.ts";

/**
 * RFC 4180, with a byte order mark for spreadsheets, and in the form of the reader's: where numbers have a decimal comma,
 * spreadsheets take ";" for the separator. What one would run as a formula gets an apostrophe before it.
 */
export function csvOf(
  rows: Iterable<readonly (string | number)[]>,
  decimal: string = decimalSeparator(),
): string {
  const separator = decimal === "," ? ";" : ",";
  let text = "\uFEFF";
  for (const row of rows) text += `${row.map((value) => cell(value, decimal)).join(separator)}\r\n`;
  return text;
}

/** Text without the apostrophes that `csvOf`, like other programs, puts before what could be a formula. */
export const withoutFormulaGuard = (text: string): string =>
  inParts(text, (part) => (/^'[=+\-@\t\r]/.test(part) ? part.slice(1) : part));

function cell(value: string | number, decimal: string): string {
  if (typeof value === "number") return String(value).replace(".", decimal);
  // Some spreadsheets skip spaces and a byte order mark before they look for a formula.
  const guarded = inParts(value, (part) => (/^[\s\uFEFF]*[=+\-@]|^[\t\r]/.test(part) ? `'${part}` : part));
  return /[",\r\n;\t]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Spreadsheets that take ";" or a tab for the separator make cells of these parts; a leading tab is of the text. */
const inParts = (text: string, change: (part: string) => string): string =>
  text
    .split(/(?<=[;\t])(?<!^\t)/)
    .map(change)
    .join("");
