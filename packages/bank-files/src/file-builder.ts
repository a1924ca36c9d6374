import { DESCRIPTION_MAX, NOTES_MAX } from "@coffer/domain/definition/values";
import type { Day } from "@coffer/domain/time/day";
import {
  type BankFile,
  type FilePlan,
  type FileRow,
  type Format,
  type LeftOut,
  MAX_ROWS,
  tooManyRows,
  type Why,
} from "./bank-file.ts";
import { type Cell, type Reading, readAmount } from "./text/amount.ts";
import { type DateOrder, readDate } from "./text/date.ts";
import { oneLine } from "./text/plain.ts";

export const CUT_OFF = "The file ends in the middle of this transaction.";
const ROUNDED = "Amounts with more than two decimals are rounded to cents.";

/** A line as its format states it. */
export type Entry = {
  date: Reading<Day>;
  /** In cents, negative for money that went out. */
  amount: Reading<number>;
  /** The first text that is not empty is used. */
  description: readonly (string | undefined)[];
  notes?: readonly (string | undefined)[];
  reference?: string | undefined;
  currency?: string | undefined;
  category?: string | undefined;
  account?: string | null | undefined;
  transfer?: boolean;
  /** True if incoming money is a refund of an expense. */
  refund?: boolean;
  split?: FileRow["split"];
  /** The text to show if the line is left out. */
  text?: () => string;
};

export type FileBuilder = ReturnType<typeof startFile>;

/** Collects a file's rows. Refuses rows dated after `latest`, and files with too many rows. */
export function startFile(format: Format, latest: Day) {
  const file: BankFile = {
    format,
    program: null,
    account: null,
    currency: null,
    rows: [],
    waiting: 0,
    balances: [],
    proved: null,
    leftOut: [],
    questions: [],
    answered: [],
    categories: [],
    plans: [],
    notices: [],
    table: null,
  };
  let count = 0;
  function addTo<Line>(lines: Line[], line: Line): void {
    lines.push(line);
    if (++count > MAX_ROWS) throw tooManyRows();
  }
  const leaveOut = (line: number, why: Why, text: string, reason?: string) =>
    addTo<LeftOut>(file.leftOut, { line, why, text: oneLine(text, 200), ...(reason && { reason }) });
  const cannotRead = (line: number, text: string, reason: string) =>
    addTo<LeftOut>(file.leftOut, { line, why: "other", text: oneLine(text, 200), reason, unreadable: true });

  return {
    file,
    leaveOut,
    cannotRead,
    date: (cell: Cell, order: DateOrder = "ymd") => readDate(cell, order, latest),
    amount: readAmount,
    addPlan: (plan: Omit<FilePlan, "type">) => addTo(file.plans, { ...plan, type: "expense" }),
    /** Adds and returns a row, or reports the line as unreadable. */
    add(line: number, entry: Entry): FileRow | undefined {
      const { date, amount } = entry;
      const problem = "problem" in date ? date.problem : "problem" in amount ? amount.problem : undefined;
      const text = () => entry.text?.() ?? entry.description.find(Boolean) ?? "";
      if (problem !== undefined) cannotRead(line, text(), problem);
      if ("problem" in date || "problem" in amount) return undefined;
      if (amount.exact !== undefined && !file.notices.includes(ROUNDED)) file.notices.push(ROUNDED);
      if (amount.value === 0) {
        leaveOut(line, "zero", text(), "Its amount is zero.");
        return undefined;
      }
      const row = rowOf(line, entry, date.value, amount.value);
      addTo(file.rows, row);
      return row;
    },
  };
}

function rowOf(line: number, entry: Entry, date: Day, amount: number): FileRow {
  const descriptions = entry.description.map((text = "") => oneLine(text, DESCRIPTION_MAX));
  const description = descriptions.find(Boolean) ?? "";
  const parts = (entry.notes ?? []).map((text = "") => oneLine(text));
  // Drops notes that only repeat the description.
  const own = new Set(parts.filter((text) => text && text !== description));
  return {
    line,
    date,
    description,
    notes: oneLine([...own].join(" · "), NOTES_MAX),
    amount,
    currency: entry.currency || null,
    reference: entry.reference || null,
    category: entry.category || null,
    transfer: entry.transfer ?? false,
    refund: entry.refund === true && amount > 0,
    account: entry.account || null,
    ...(entry.split && { split: entry.split }),
  };
}
