import type { Flow } from "@coffer/domain/category/category";
import { DESCRIPTION_MAX, NAME_MAX, NOTES_MAX } from "@coffer/domain/definition/values";
import type { ImportRow } from "@coffer/domain/import/import-row";
import { type Cents, cents } from "@coffer/domain/money/money";
import type { Day } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";

/** A line of the file, counted from 1, and a plain sentence about it. */
export type LineNote = { line: number; reason: string };

export type FileCategory = { name: string; type: Flow; group?: string };

type FilePlan = { category: string; type: Flow; month: Month; projected: Cents };

/** The content of a file, whatever its format. */
export type ParsedFile = {
  /** The format, or the program that wrote it, as people know it: "OFX", "YNAB". */
  source: string;
  rows: { line: number; row: ImportRow }[];
  /** Lines that should have been rows. */
  unreadable: LineNote[];
  /** Lines that were understood and are no income or expense: transfers, pending entries, starting balances. */
  leftOut: LineNote[];
  categories: FileCategory[];
  plans: FilePlan[];
  /** Sentences about the file as a whole. */
  notices: string[];
  /** Codes that the file gives for its amounts. */
  currencies: Set<string>;
};

/** A sentence about amounts in other currencies than one's own. */
export function currencyNotice({ currencies }: Pick<ParsedFile, "currencies">, own: string): string | null {
  const [one] = currencies;
  if (one === undefined || (currencies.size === 1 && one === own)) return null;
  const which = currencies.size > 1 ? "in several currencies" : `in ${one}, and your budget in ${own}`;
  return `The amounts are ${which}. Nothing is converted: they are imported as they are.`;
}

/** A whole file that cannot be imported; the message is a sentence for the person who dropped it. */
export class FileRefusal extends Error {
  override name = "FileRefusal";
}

export const MAX_ROWS = 200_000;
/** In characters: what is longer is no name, note or amount. */
export const MAX_VALUE = 10_000;

/** Refuses a file with more rows than anybody has, before reading them takes long. */
export function checkRowCount({ rows, unreadable, leftOut }: ParsedFile): void {
  if (rows.length + unreadable.length + leftOut.length > MAX_ROWS) throw tooManyRows();
}

export const tooManyRows = () =>
  new FileRefusal("This file has more than 200,000 rows. Download a shorter time from your bank.");

/** A value read from text, or why it could not be; an amount is `rounded` where it had more than two decimals. */
export type Reading<T> = { value: T; rounded?: true } | { problem: string };

export const NO_AMOUNT = { problem: "The amount is missing." };

/** Why a line is no income or expense. */
export const LEFT_OUT = {
  zero: "Its amount is zero.",
  transfer: "It is a transfer between accounts.",
  opening: "It is the balance that an account started with.",
  investment: "It buys, sells or moves an investment.",
  pending: "The bank has not booked it yet.",
};
export const CUT_OFF = "The file ends in the middle of this transaction.";

/** A line as its format has it. */
type Entry = {
  date: Reading<Day>;
  /** In cents, negative for money that went out. */
  amount: Reading<number>;
  description: string;
  notes: readonly (string | undefined)[];
  reference?: string | undefined;
  category?: string | undefined;
  /** True where money that came in is an expense that came back. */
  refund?: boolean;
};

/** A program's row, or why it leaves it out. */
export type Adapted = { row: ImportRow } | { leftOut: string };

const ROUNDED = "Amounts with more than two decimals are rounded to cents.";

/** Adds a row to the file, or a note where the line cannot be read or is none. */
export function addRow(
  file: ParsedFile,
  line: number,
  { date, amount, description, notes, reference, category, refund }: Entry,
  adapt: (row: ImportRow) => Adapted = (row) => ({ row }),
): void {
  if ("problem" in date) file.unreadable.push({ line, reason: date.problem });
  else if ("problem" in amount) file.unreadable.push({ line, reason: amount.problem });
  else if (amount.rounded && !file.notices.includes(ROUNDED)) {
    file.notices.push(ROUNDED);
    addRow(file, line, { date, amount, description, notes, reference, category, refund }, adapt);
  } else if (amount.value === 0) file.leftOut.push({ line, reason: LEFT_OUT.zero });
  else {
    const isRefund = refund && amount.value > 0;
    const adapted = adapt({
      date: date.value,
      description,
      amount: cents(Math.abs(amount.value)),
      type: amount.value > 0 && !isRefund ? "income" : "expense",
      ...(isRefund && { refund: true }),
      ...notesOf(description, ...notes),
      ...(reference && { reference }),
      ...(category && { category }),
    });
    if ("row" in adapted) file.rows.push({ line, row: adapted.row });
    else file.leftOut.push({ line, reason: adapted.leftOut });
  }
}

export function countOf(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count++;
  return count;
}

export function emptyFile(source: string): ParsedFile {
  return {
    source,
    rows: [],
    unreadable: [],
    leftOut: [],
    categories: [],
    plans: [],
    notices: [],
    currencies: new Set(),
  };
}

/** A cell as it is quoted in a sentence: in one line, and not too long for it. */
export function quoted(text: string): string {
  const line = text.slice(0, 200).replace(/\s+/g, " ").trim();
  return `“${line.length > 40 ? `${line.slice(0, 40)}…` : line}”`;
}

/** Text of a file as a transaction's description: one line, of the length that one may have. */
export function descriptionOf(...candidates: (string | undefined)[]): string {
  for (const candidate of candidates) {
    const text = oneLine(candidate ?? "")
      .slice(0, DESCRIPTION_MAX)
      .trim();
    if (text) return text;
  }
  return "No description";
}

/** Notes, unless they only repeat the description. */
function notesOf(description: string, ...parts: (string | undefined)[]): { notes?: string } {
  const texts = parts.map((part) => oneLine(part ?? "")).filter((text) => text && text !== description);
  const notes = [...new Set(texts)].join(" · ").slice(0, NOTES_MAX).trim();
  return notes ? { notes } : {};
}

/** A category's name, of the length that one may have. */
export function categoryNameOf(text: string): string {
  return oneLine(text).slice(0, NAME_MAX).trim();
}

/** Without control characters, and with single spaces. */
function oneLine(text: string): string {
  return text
    .slice(0, MAX_VALUE)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}
