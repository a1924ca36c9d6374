import type { Id } from "../id.ts";
import type { Fingerprint, ImportFacts, ImportRow } from "../import/import-row.ts";
import { addDays, daysBetween } from "../time/day.ts";
import { signedAmount, type Transaction } from "../transaction/transaction.ts";
import { printOf, type ReviewRow } from "./review.ts";

/** A possible half of money moved between own accounts. `batch` is the import that added it. */
export type Half = ImportFacts & {
  id: Id;
  batch?: string | undefined;
  print?: Pick<ImportRow, "account" | "file"> | undefined;
};

/** The maximum number of halves that each row is compared with; real data never has more equal ones. */
const MOST_COMPARED = 50;

const MAX_DAYS_APART = 4;
const DAYS_APART = Array.from({ length: 2 * MAX_DAYS_APART + 1 }, (_, index) => index - MAX_DAYS_APART);

export const halfOfRow = (row: ReviewRow): Half => ({ ...row, print: printOf(row) });

/** Empty for a line of a split payment, which cannot be a transfer by itself. */
export const halvesOfTransaction = ({
  imported,
  ...transaction
}: Transaction & { imported?: Fingerprint | undefined; batch?: string | undefined }): Half[] =>
  transaction.paymentId === undefined ? [{ ...transaction, print: imported }] : [];

/** Pairs rows with opposite amounts within four days in another account or file. */
export function transferHalves(rows: readonly Half[], others: readonly Half[]): Map<Id, Id> {
  const keyOf = (date: string, amount: number) => `${date} ${amount}`;
  const found = Map.groupBy([...rows, ...others], (one) => keyOf(one.date, signedAmount(one)));
  const pairs = rows.flatMap((row) =>
    DAYS_APART.flatMap((days) => found.get(keyOf(addDays(row.date, days), -signedAmount(row))) ?? [])
      .slice(0, MOST_COMPARED)
      .filter((other) => isElsewhere(row, other))
      .map((other) => ({ row: row.id, other: other.id, days: Math.abs(daysBetween(row.date, other.date)) })),
  );
  const halfOf = new Map<Id, Id>();
  const isRow = new Set(rows.map(({ id }) => id));
  const taken = new Set<Id>();
  for (const { row, other } of pairs.sort((a, b) => a.days - b.days || a.row - b.row)) {
    if (taken.has(row) || taken.has(other)) continue;
    taken.add(row).add(other);
    halfOf.set(row, other);
    if (isRow.has(other)) halfOf.set(other, row);
  }
  return halfOf;
}

/** Compares the accounts named in the files; if one is missing, the import and the file. */
function isElsewhere(a: Half, b: Half): boolean {
  if (a.print?.account && b.print?.account) return a.print.account !== b.print.account;
  return a.batch !== b.batch || a.print?.file !== b.print?.file;
}

export type Transfer = { ids: [Id] | [Id, Id] };

/** Turns transactions into transfers: opposite amounts become pairs, all others single halves. */
export function transferPairs(
  moved: readonly Pick<Transaction, "id" | "amount" | "type" | "refund">[],
): Transfer[] {
  const open = new Map<number, Id[]>();
  const pairs: Transfer[] = [];
  for (const one of moved) {
    const amount = signedAmount(one);
    const other = open.get(-amount)?.shift();
    if (other === undefined) open.set(amount, [...(open.get(amount) ?? []), one.id]);
    else pairs.push({ ids: [other, one.id] });
  }
  return [...pairs, ...[...open.values()].flat().map((id): Transfer => ({ ids: [id] }))];
}
