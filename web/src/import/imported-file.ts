import {
  type BankFile,
  type FileRow,
  type Format,
  type LeftOut,
  toImportRow,
} from "@coffer/bank-files/bank-file";
import type { Id } from "@coffer/domain/id";
import type { ImportRow } from "@coffer/domain/import/import-row";
import type { Cents } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import type { Day } from "@coffer/domain/time/day";

/**
 * A row to import, with the payer and the goal that Coffer's own files name. `transfer`: moved between own accounts,
 * according to the program that wrote the file.
 */
export type ImportedRow = ImportRow & {
  paidBy?: Id;
  goal?: string;
  transfer?: true;
  split?: NonNullable<FileRow["split"]>;
};

/** A file as the page shows and imports it. */
export type ImportedFile = {
  /** The format, or the program that wrote it, as people know it: "OFX", "YNAB". */
  source: string;
  account: string | null;
  /** `id` stays the same when the file is read again with other answers. */
  rows: { id: string; line: number; row: ImportedRow }[];
  /** Rows in other currencies. They are imported once a person gives their amount in the budget's currency. */
  foreign: {
    id: string;
    date: Day;
    description: string;
    amount: number;
    currency: string;
    category: string | null;
  }[];
  /** Lines that look like transactions but cannot be read. */
  unreadable: { line: number; reason: string }[];
  /** Lines that were understood but are not imported, with the reason. */
  leftOut: { line: number; text: string; reason: string }[];
  notices: string[];
  categories: BankFile["categories"];
  plans: BankFile["plans"];
};

const FORMATS: Record<Format, string> = {
  csv: "CSV",
  ofx: "OFX",
  qif: "QIF",
  camt: "CAMT",
  mt940: "MT940",
  xlsx: "Excel",
  xls: "Excel",
  html: "HTML table",
  xml: "XML",
  norma43: "Norma 43",
  coda: "CODA",
  abo: "ABO",
  "1c": "1C",
  json: "JSON",
  coffer: "Coffer",
};

/** In characters. */
const MOST_OF_ACCOUNT = 100;

type Household = { currency: string; user: { id: Id; email: string }; members: readonly { id: Id }[] };

/** Leaves out rows in other currencies, unless `converted` has their amount in the budget's currency, by row id. */
export function toImportedFile(
  file: BankFile,
  { currency, user, members }: Household,
  converted: ReadonlyMap<string, Cents> = new Map(),
): ImportedFile {
  const leftOut = file.leftOut.filter(isWorthShowing).map(noteOf);
  const rows: ImportedFile["rows"] = [];
  const foreign: ImportedFile["foreign"] = [];
  const perLine = new Map<number, number>();
  let strangers = 0;
  for (const found of file.rows) {
    const { line, date, description, amount } = found;
    const count = perLine.get(line) ?? 0;
    perLine.set(line, count + 1);
    const id = `${line}.${count}`;
    const isOther = isForeign(found, file, currency);
    const given = isOther ? converted.get(id) : undefined;
    const row = given === undefined ? found : { ...found, amount: Math.sign(amount) * given };
    if (isOther)
      foreign.push({
        ...{ id, date, description, amount, category: found.category },
        currency: found.currency ?? file.currency ?? "",
      });
    const text = `${row.date} · ${row.description}`;
    if (isOther && given === undefined)
      leftOut.push({ line: row.line, text, reason: foreignReason(row.currency ?? file.currency ?? "") });
    else {
      const payer = payerOf(row, user, members);
      if (row.paidBy && payer === undefined) strangers++;
      const { goal } = row;
      rows.push({
        id,
        line,
        row: {
          ...toImportRow(row),
          ...(file.account && { account: file.account.slice(0, MOST_OF_ACCOUNT) }),
          ...(payer && { paidBy: payer }),
          ...(goal && { goal }),
          ...(row.transfer && { transfer: true }),
          ...(row.split && { split: row.split }),
        },
      });
    }
  }
  const notices = [...file.notices];
  if (strangers > 0)
    notices.push(
      `${pluralize(strangers, "row")} paid by people who are not members here: the payer will be whoever the account belongs to.`,
    );
  return {
    source: file.program ?? FORMATS[file.format],
    account: file.account,
    rows,
    foreign,
    unreadable: file.leftOut
      .filter(({ unreadable }) => unreadable)
      .map(({ line, reason = "" }) => ({ line, reason })),
    leftOut,
    notices,
    categories: file.categories,
    plans: file.plans,
  };
}

const isWorthShowing = ({ why, unreadable }: LeftOut) => !unreadable && why !== "header" && why !== "footer";

const REASONS: Record<LeftOut["why"], string> = {
  pending: "The bank has not booked it yet.",
  reverted: "It was taken back or refused.",
  balance: "It is a balance or a total.",
  zero: "It has no amount.",
  header: "It names columns.",
  footer: "It stands below the rows.",
  other: "It is not a transaction.",
};

const noteOf = ({ line, text, why, reason }: LeftOut) => ({ line, text, reason: reason ?? REASONS[why] });

const foreignReason = (code: string) => `It is in ${code}, and your budget is not.`;

function isForeign({ currency }: FileRow, file: BankFile, own: string): boolean {
  const code = currency ?? file.currency;
  return code !== null && code !== own;
}

function payerOf(
  { paidBy }: FileRow,
  user: Household["user"],
  members: Household["members"],
): Id | undefined {
  if (!paidBy) return undefined;
  if (paidBy.email !== "" && paidBy.email === user.email) return user.id;
  return members.find(({ id }) => id === paidBy.id)?.id;
}

/** "YNAB, account …8120, 42 rows, Oct 1 to Oct 31; balances agree". */
export function summaryOf(file: BankFile, imported: ImportedFile, write: (day: Day) => string): string {
  const days = file.rows.map(({ date }) => date).sort();
  const [first] = days;
  const last = days.at(-1);
  const period =
    first && last ? (first === last ? write(first) : `${write(first)} to ${write(last)}`) : undefined;
  const parts = [
    imported.source,
    file.account && `account …${file.account.slice(-4)}`,
    file.waiting > 0
      ? `${pluralize(file.waiting, "row")} ${file.waiting === 1 ? "waits" : "wait"} for your answer`
      : file.rows.length === 0 && file.plans.length > 0
        ? pluralize(file.plans.length, "planned amount")
        : pluralize(file.rows.length, "row"),
    period,
  ].filter(Boolean);
  const proof =
    file.proved === "balance" ? "; balances agree" : file.proved === "totals" ? "; totals agree" : "";
  return `${parts.join(", ")}${proof}`;
}

/** How many lines are left out for each reason, the most frequent first. */
export function leftOutCounts({ leftOut }: ImportedFile): { reason: string; count: number }[] {
  const counts = Map.groupBy(leftOut, ({ reason }) => reason);
  return [...counts]
    .map(([reason, notes]) => ({ reason, count: notes.length }))
    .sort((a, b) => b.count - a.count);
}
