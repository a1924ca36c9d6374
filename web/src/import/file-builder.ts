import { DESCRIPTION_MAX, NOTES_MAX } from "@coffer/domain/definition/values";
import type { ImportRow } from "@coffer/domain/import/import-row";
import { cents } from "@coffer/domain/money/money";
import type { Day } from "@coffer/domain/time/day";
import { readDate } from "./date.ts";
import { type Layout, MAX_ROWS, oneLine, type ParsedFile, type Reading, tooManyRows } from "./parsed-file.ts";

/** Why a line is no income or expense. */
const LEFT_OUT = {
  zero: "Its amount is zero.",
  transfer: "It is a transfer between accounts.",
  opening: "It is the balance that an account started with.",
  correction: "It corrects the balance of an account.",
  investment: "It buys, sells or moves an investment.",
  pending: "The bank has not booked it yet.",
  unplanned: "It takes money back out of a category.",
};
export const NO_AMOUNT = { problem: "The amount is missing." };
export const CUT_OFF = "The file ends in the middle of this transaction.";
const ROUNDED = "Amounts with more than two decimals are rounded to cents.";

/** A line as its format has it. */
type Entry = {
  date: Reading<Day>;
  /** In cents, negative for money that went out. */
  amount: Reading<number>;
  /** The first that is not empty counts. */
  description: readonly (string | undefined)[];
  notes: readonly (string | undefined)[];
  reference?: string | undefined;
  category?: string | undefined;
  /** True where money that came in is an expense that came back. */
  refund?: boolean;
};

/** A row, or why it is left out. */
export type Adapted = ImportRow | keyof typeof LEFT_OUT;

export type FileBuilder = ReturnType<typeof startFile>;

/** A file that a reader adds to, line by line. Refuses rows after `latest`, and more rows than anybody has. */
export function startFile(source: string, latest: Day) {
  const parsed: ParsedFile = {
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

  let count = 0;
  function addTo<Line>(lines: Line[], line: Line): void {
    lines.push(line);
    if (++count > MAX_ROWS) throw tooManyRows();
  }
  const cannotRead = (line: number, reason: string) => addTo(parsed.unreadable, { line, reason });
  const leaveOut = (line: number, reason: keyof typeof LEFT_OUT) =>
    addTo(parsed.leftOut, { line, reason: LEFT_OUT[reason] });

  return {
    parsed,
    cannotRead,
    leaveOut,
    date: (text: string, order: Layout["dateOrder"] = "ymd") => readDate(text, order, latest),
    /** Adds a row, or a note where the line cannot be read or is none. */
    add(line: number, entry: Entry, adapt: (row: ImportRow) => Adapted = (row) => row): void {
      const { date, amount } = entry;
      if ("problem" in date) cannotRead(line, date.problem);
      else if ("problem" in amount) cannotRead(line, amount.problem);
      else {
        if (amount.rounded && !parsed.notices.includes(ROUNDED)) parsed.notices.push(ROUNDED);
        const row = amount.value === 0 ? "zero" : adapt(rowOf(entry, date.value, amount.value));
        if (typeof row === "string") leaveOut(line, row);
        else addTo(parsed.rows, { line, row });
      }
    },
  };
}

function rowOf({ reference, category, ...entry }: Entry, date: Day, amount: number): ImportRow {
  const isRefund = entry.refund && amount > 0;
  const descriptions = entry.description.map((text = "") => oneLine(text, DESCRIPTION_MAX));
  const description = descriptions.find(Boolean) ?? "No description";
  const parts = entry.notes.map((text = "") => oneLine(text));
  // Notes that only repeat the description say nothing.
  const own = new Set(parts.filter((text) => text && text !== description));
  const notes = oneLine([...own].join(" · "), NOTES_MAX);
  return {
    date,
    description,
    amount: cents(Math.abs(amount)),
    type: amount > 0 && !isRefund ? "income" : "expense",
    ...(isRefund && { refund: true }),
    ...(notes && { notes }),
    ...(reference && { reference }),
    ...(category && { category }),
  };
}
