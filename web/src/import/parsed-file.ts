import type { Flow } from "@coffer/domain/category/category";
import { DESCRIPTION_MAX, NAME_MAX, NOTES_MAX } from "@coffer/domain/definition/values";
import type { ImportRow } from "@coffer/domain/import/import-row";
import { type Cents, cents } from "@coffer/domain/money/money";
import type { Day } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import type { Question } from "./layout.ts";

/** A line of the file, counted from 1, and a plain sentence about it. */
export type LineNote = { line: number; reason: string };

export type FileCategory = { name: string; type: Flow; group?: string };

export type ParsedFile = {
  /** The format, or the program that wrote it, as people know it: "OFX", "YNAB". */
  source: string;
  rows: { line: number; row: ImportRow }[];
  /** Lines that should have been rows. */
  unreadable: LineNote[];
  /** Lines that were understood and are no income or expense: transfers, pending entries, starting balances. */
  leftOut: LineNote[];
  categories: FileCategory[];
  plans: { category: string; type: Flow; month: Month; projected: Cents }[];
  notices: string[];
  currencies: Set<string>;
  questions: Question[];
};

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
    questions: [],
  };
}

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
export const CUT_OFF = "The file ends in the middle of this transaction.";
const ROUNDED = "Amounts with more than two decimals are rounded to cents.";

export const LEFT_OUT = {
  zero: "Its amount is zero.",
  transfer: "It is a transfer between accounts.",
  opening: "It is the balance that an account started with.",
  investment: "It buys, sells or moves an investment.",
  pending: "The bank has not booked it yet.",
};

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

/** A row, or why it is left out. */
export type Adapted = ImportRow | string;

export function addRow(
  file: ParsedFile,
  line: number,
  entry: Entry,
  adapt: (row: ImportRow) => Adapted = (row) => row,
): void {
  const { date, amount } = entry;
  if ("problem" in date) file.unreadable.push({ line, reason: date.problem });
  else if ("problem" in amount) file.unreadable.push({ line, reason: amount.problem });
  else {
    if (amount.rounded && !file.notices.includes(ROUNDED)) file.notices.push(ROUNDED);
    const row = amount.value === 0 ? LEFT_OUT.zero : adapt(rowOf(entry, date.value, amount.value));
    if (typeof row === "string") file.leftOut.push({ line, reason: row });
    else file.rows.push({ line, row });
  }
  checkRowCount(file);
}

function rowOf({ description, reference, category, ...entry }: Entry, date: Day, amount: number): ImportRow {
  const isRefund = entry.refund && amount > 0;
  const parts = entry.notes.map((part) => oneLine(part ?? ""));
  // Notes that only repeat the description say nothing.
  const notes = [...new Set(parts.filter((text) => text && text !== description))].join(" · ");
  const shownNotes = notes.slice(0, NOTES_MAX).trim();
  return {
    date,
    description,
    amount: cents(Math.abs(amount)),
    type: amount > 0 && !isRefund ? "income" : "expense",
    ...(isRefund && { refund: true }),
    ...(shownNotes && { notes: shownNotes }),
    ...(reference && { reference }),
    ...(category && { category }),
  };
}

export function countOf(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count++;
  return count;
}

export function quoted(text: string): string {
  const line = text.slice(0, 200).replace(/\s+/g, " ").trim();
  return `“${line.length > 40 ? `${line.slice(0, 40)}…` : line}”`;
}

/** The first text that is not empty as a transaction's description: one line, of the length that one may have. */
export function descriptionOf(...candidates: (string | undefined)[]): string {
  const texts = candidates.map((text) =>
    oneLine(text ?? "")
      .slice(0, DESCRIPTION_MAX)
      .trim(),
  );
  return texts.find(Boolean) ?? "No description";
}

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
