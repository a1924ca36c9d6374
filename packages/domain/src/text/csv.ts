/**
 * Cells as the text of a CSV file (RFC 4180, with a byte order mark, by which spreadsheets know UTF-8). Numbers
 * are written as they are; text that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export function csvOf(rows: Iterable<readonly (string | number)[]>): string {
  let text = "\uFEFF";
  for (const row of rows) text += `${row.map(cell).join(",")}\r\n`;
  return text;
}

/** Text without the apostrophe that `csvOf`, like other programs, puts before what could be a formula. */
export function withoutFormulaGuard(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  // Some spreadsheets skip spaces and a byte order mark before they look for a formula.
  const guarded = /^[\s\uFEFF]*[=+\-@]|^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n;\t]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
