import type { Id } from "../id.ts";
import { cents, sum } from "../money/money.ts";
import type { Purchase } from "../payment/payment.ts";
import { signedAmount, type Transaction } from "../transaction/transaction.ts";
import { type KnownTransaction, matchFiles } from "./import-match.ts";
import { type Fingerprint, factsOf, type ImportFacts, type ImportRow } from "./import-row.ts";

/** A line of a split purchase; it may have its own text and bank id. */
export type SplitLine = Pick<ImportRow, "amount" | "type" | "refund" | "reference"> & {
  description?: string | undefined;
};

type SplitRow<Line> = ImportFacts & Pick<ImportRow, "reference"> & { lines: readonly Line[] };

/** The purchase as a single row; undefined if its lines add up to zero. */
export function wholeOf(
  lines: readonly SplitLine[],
): Pick<ImportFacts, "amount" | "type" | "refund"> | undefined {
  const total = sum(lines.map(signedAmount));
  if (total === 0) return undefined;
  const type = lines.every((line) => line.type === "expense") || total < 0 ? "expense" : "income";
  return { amount: cents(Math.abs(total)), type, ...(type === "expense" && total > 0 && { refund: true }) };
}

/** Each line as a separate row, as in some files and as earlier releases imported them. */
export function rowsOfSplit<Line extends SplitLine, Row extends SplitRow<Line>>({
  lines,
  reference: _,
  refund: _refund,
  ...row
}: Row) {
  return lines.map(({ description = row.description, ...line }) => ({ ...row, ...line, description }));
}

/**
 * Matches lines without a transaction with the lines of payments that were imported as one row: a file may have been
 * cut off within a split. Returns the id of the payment's line for each.
 */
export function linesHere(
  rows: readonly (ImportFacts & { title: string })[],
  purchases: readonly Purchase<Transaction & { imported?: Fingerprint | undefined }>[],
): (Id | undefined)[] {
  const known = purchases.flatMap(({ imported, lines = [] }): KnownTransaction[] =>
    imported ? lines.map((line) => ({ id: line.id, ...factsOf(line) })) : [],
  );
  const [matches = []] = matchFiles(
    [rows.map(({ title, ...row }) => ({ ...row, description: title }))],
    known,
  );
  return matches.map((match) => (match.state === "here" ? match.id : undefined));
}
