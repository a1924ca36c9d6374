import type { Flow } from "@coffer/domain/category";
import type { ImportRow } from "@coffer/domain/import-row";
import type { Cents } from "@coffer/domain/money";
import type { Month } from "@coffer/domain/month";

/** A line of the file, counted from 1, and a plain sentence about it. */
export type LineNote = { line: number; reason: string };

export type FileCategory = { name: string; type: Flow; group?: string };

type FilePlan = { category: string; type: Flow; month: Month; projected: Cents };

/** What a file holds, whatever its format. */
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
};

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

/** A value read from text, or why it could not be. */
export type Reading<T> = { value: T } | { problem: string };

export function emptyFile(source: string): ParsedFile {
  return { source, rows: [], unreadable: [], leftOut: [], categories: [], plans: [], notices: [] };
}

/** A cell as it is quoted in a sentence: in one line, and not too long for it. */
export function quoted(text: string): string {
  const line = text.slice(0, 200).replace(/\s+/g, " ").trim();
  return `“${line.length > 40 ? `${line.slice(0, 40)}…` : line}”`;
}

const MAX_DESCRIPTION = 200;
const MAX_NOTES = 2_000;
const MAX_NAME = 100;

/** Text of a file as a transaction's description: one line, of the length that one may have. */
export function descriptionOf(...candidates: (string | undefined)[]): string {
  for (const candidate of candidates) {
    const text = oneLine(candidate ?? "")
      .slice(0, MAX_DESCRIPTION)
      .trim();
    if (text) return text;
  }
  return "No description";
}

/** Notes, unless they only repeat the description. */
export function notesOf(description: string, ...parts: (string | undefined)[]): { notes?: string } {
  const texts = parts.map((part) => oneLine(part ?? "")).filter((text) => text && text !== description);
  const notes = [...new Set(texts)].join(" · ").slice(0, MAX_NOTES).trim();
  return notes ? { notes } : {};
}

/** A category's name, of the length that one may have. */
export function categoryNameOf(text: string): string {
  return oneLine(text).slice(0, MAX_NAME).trim();
}

/** Without control characters, and with single spaces. */
function oneLine(text: string): string {
  return text
    .slice(0, MAX_VALUE)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}
