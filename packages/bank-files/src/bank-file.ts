import type { Flow } from "@coffer/domain/category/category";
import type { ImportRow } from "@coffer/domain/import/import-row";
import { type Cents, cents } from "@coffer/domain/money/money";
import type { Day } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import type { Details } from "@coffer/domain/transaction/details";
import type { TableLayout } from "./table/layout.ts";

/** A movement of money as the file states it. */
export type FileRow = {
  /** The line in the file or the sheet, counted from 1. */
  line: number;
  date: Day;
  description: string;
  notes: string;
  /** In cents; negative amounts leave the account. */
  amount: number;
  /** The code of the row's currency, if the file states it. */
  currency: string | null;
  /** The bank's id, prefixed with the file's format: "ofx:4711". */
  reference: string | null;
  category: string | null;
  /** True if the file marks the row as a transfer between own accounts. */
  transfer: boolean;
  /** A refund of an expense. */
  refund: boolean;
  /** The account's name or number in the file. */
  account: string | null;
  /** The payer's id and e-mail address, in Coffer's own files. */
  paidBy?: { id: number; email: string };
  /** The goal's name. */
  goal?: string;
  /** The further details that Coffer's own files have. */
  details?: Details;
  /** Rows of one split purchase have the same `of`; `title` is the purchase's name if its rows have different texts. */
  split?: { of: string; title?: string };
};

export type Why = "pending" | "balance" | "reverted" | "zero" | "header" | "footer" | "other";
export type LeftOut = {
  line: number;
  why: Why;
  text: string;
  reason?: string;
  /** Set if a line looks like a movement that could not be read. */
  unreadable?: true;
};

export type QuestionId =
  | "sign"
  | "dateOrder"
  | "year"
  | "decimalMark"
  | "encoding"
  | "date"
  | "amount"
  | "amountColumn"
  | "description"
  | "textColumn"
  | "fee"
  | "direction"
  | "person"
  | "account";

/** A fact that the file does not state. `proposed` is null if there is no evidence for any answer. */
export type Question = {
  id: QuestionId;
  text: string;
  options: { value: string; text: string }[];
  proposed: string | null;
  /** The rows that the answer affects; empty if it affects all. */
  lines: number[];
  /** The first of these lines, verbatim. */
  examples?: { line: number; text: string }[];
};

/** `remembered` is true if the answer was given for an earlier file of the account. */
export type Answered = Question & { value: string; remembered: boolean };

export type StatedBalance = { date: Day; amount: number };
export type FileCategory = {
  name: string;
  type: Flow;
  group?: string;
  /** The name within its group, if the group was added to `name` because another group has a category of this name. */
  inGroup?: string;
  /** No longer offered by the program. */
  hidden?: true;
};
/** `projected` may be negative in other programs; `kept` has their other amounts of the month. */
export type FilePlan = {
  category: string;
  type: Flow;
  month: Month;
  projected: Cents;
  kept?: { activity: Cents; available: Cents };
};

export type Format =
  | "csv"
  | "ofx"
  | "qif"
  | "camt"
  | "mt940"
  | "xlsx"
  | "xls"
  | "html"
  | "xml"
  | "norma43"
  | "coda"
  | "abo"
  | "1c"
  | "json"
  | "coffer";

export type Proof = "balance" | "totals" | null;

export type BankFile = {
  format: Format;
  /** The program's name, such as "YNAB". */
  program: string | null;
  /** The complete number or IBAN as in the file. */
  account: string | null;
  currency: string | null;
  rows: FileRow[];
  /** Rows that wait for an answer; they are not among `rows`. */
  waiting: number;
  balances: StatedBalance[];
  proved: Proof;
  leftOut: LeftOut[];
  questions: Question[];
  /** Questions that the person answered, now or for an earlier file. */
  answered: Answered[];
  categories: FileCategory[];
  plans: FilePlan[];
  /** Sentences about the file as a whole. */
  notices: string[];
  /** The table's layout, which the page shows and lets people correct. */
  table: TableView | null;
};

export type TableView = {
  layout: TableLayout;
  /** The names of the columns, or "Column 1" and so on if they have none. */
  header: string[];
  /** The first rows below the header. */
  sample: string[][];
  /** The first rows of all, one of which may name the columns. */
  top: string[];
  /** The key under which an answer is remembered. */
  memoryKey: string;
  /** The account part of the key; empty if the file names no account. */
  identity: string;
  /** True if a layout that a person corrected earlier was used again. */
  remembered: boolean;
};

/** A whole file that cannot be imported; the message is a sentence for the person who dropped it. */
export class FileRefusal extends Error {
  override name = "FileRefusal";
}

export const MAX_ROWS = 200_000;
export const tooManyRows = () =>
  new FileRefusal(
    `This file has more than ${MAX_ROWS.toLocaleString("en-US")} rows. Download a shorter period from your bank.`,
  );

/** A row as the product compares and stores it: an unsigned amount with a flow. */
export function toImportRow({
  date,
  description,
  amount,
  notes,
  reference,
  category,
  refund,
  details,
}: FileRow): ImportRow {
  const isRefund = refund && amount > 0;
  return {
    date,
    description: description || "No description",
    amount: cents(Math.abs(amount)),
    type: amount > 0 && !isRefund ? "income" : "expense",
    ...(isRefund && { refund: true }),
    ...details,
    ...(notes && { notes }),
    ...(reference && { reference }),
    ...(category && { category }),
  };
}
