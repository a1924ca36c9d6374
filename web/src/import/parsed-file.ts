import type { Flow } from "@coffer/domain/category/category";
import { NAME_MAX } from "@coffer/domain/definition/values";
import type { ImportRow } from "@coffer/domain/import/import-row";
import type { Cents } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import * as v from "valibot";

/** A line of the file, counted from 1, and a plain sentence about it. */
export type LineNote = { line: number; reason: string };

export type FileCategory = { name: string; type: Flow; group?: string };

export type ParsedFile = {
  /** The format, or the program that wrote it, as people know it: "OFX", "YNAB". */
  source: string;
  rows: { line: number; row: ImportRow }[];
  unreadable: LineNote[];
  /** Lines that were understood and are no income or expense: transfers, pending entries, starting balances. */
  leftOut: LineNote[];
  categories: FileCategory[];
  plans: { category: string; type: Flow; month: Month; projected: Cents }[];
  /** Sentences about the file as a whole. */
  notices: string[];
  currencies: Set<string>;
  questions: Question[];
};

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

export const tooManyRows = () =>
  new FileRefusal("This file has more than 200,000 rows. Download a shorter time from your bank.");

/** A value read from text, or why it could not be; an amount is `rounded` where it had more than two decimals. */
export type Reading<T> = { value: T; rounded?: true } | { problem: string };

export function countOf(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count++;
  return count;
}

/** Text as it is quoted in a sentence: in one line, and not too long for it. */
export function quoted(text: string): string {
  const line = text.slice(0, 200).replace(/\s+/g, " ").trim();
  return `“${line.length > 40 ? `${line.slice(0, 40)}…` : line}”`;
}

export const categoryNameOf = (text: string): string => oneLine(text, NAME_MAX);

/** Without control characters, with single spaces, and of at most `length`. */
export function oneLine(text: string, length = MAX_VALUE): string {
  const line = text.slice(0, MAX_VALUE).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ");
  return line.trim().slice(0, length).trim();
}

/** The meaning of a column. Money is in one column with a sign, or in one for each direction. */
const columnRole = v.picklist([
  "date",
  "amount",
  "out",
  "in",
  "direction",
  "description",
  "notes",
  "reference",
  "category",
  "currency",
]);
export type ColumnRole = v.InferOutput<typeof columnRole>;
export const COLUMN_ROLES = columnRole.options;

export const layout = v.object({
  encoding: v.picklist(["utf-8", "utf-16le", "utf-16be", "windows-1252"]),
  separator: v.picklist([";", ",", "\t", "|"]),
  /** The row that names the columns, counted from 0 without blank rows; -1 where none does. */
  header: v.number(),
  /** Counted from 0. */
  columns: v.record(columnRole, v.number()),
  dateOrder: v.picklist(["ymd", "dmy", "mdy"]),
  decimalMark: v.picklist([".", ","]),
  /** The sign of money that went out in the column of amounts. */
  outIs: v.picklist(["negative", "positive"]),
});
export type Layout = v.InferOutput<typeof layout>;
export type Columns = Layout["columns"];

/** The part that the QIF format leaves to the program that wrote the file. */
export type QifLayout = Pick<Layout, "dateOrder" | "decimalMark">;

/** Answers that only the person knows, because the file does not show it. */
export type Question = "columns" | "dateOrder" | "decimalMark" | "outIs";
