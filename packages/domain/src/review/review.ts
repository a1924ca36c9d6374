import type { ThingOf } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { type Fingerprint, fingerprintOf } from "../import/import-row.ts";
import { type Cents, cents, minus, ZERO } from "../money/money.ts";
import { addTotals, type Totals } from "../transaction/search.ts";
import { netAmount } from "../transaction/transaction.ts";
import type { reviewRow } from "./definition.ts";

export type ReviewRow = ThingOf<typeof reviewRow>;

export const NOTHING_WAITS: Totals = { count: 0, income: ZERO, expense: ZERO };

/** The fingerprint by which the row is recognized when its file is imported again. */
export const printOf = (row: ReviewRow): Fingerprint => row.imported ?? fingerprintOf(row);

/** True for a waiting row, and for a transfer whose other half is unknown or was removed with its import. */
export const isOpenHalf = (
  { id, state, pairId }: ReviewRow,
  pairs: ReadonlyMap<Id, ReviewRow | null>,
): boolean =>
  state === "waiting" || (state === "transfer" && (pairId === undefined || pairs.get(pairId)?.pairId !== id));

function waitingOf(row: ReviewRow): Totals {
  if (row.state !== "waiting") return NOTHING_WAITS;
  const isIncome = row.type === "income";
  return { count: 1, income: isIncome ? row.amount : ZERO, expense: isIncome ? ZERO : netAmount(row) };
}

export const negated = ({ count, income, expense }: Totals): Totals => ({
  count: -count,
  income: cents(-income),
  expense: cents(-expense),
});

/** The effect of changed rows on the totals of waiting rows. */
export function waitingDelta(
  changes: readonly { before: ReviewRow | null; after: ReviewRow | null }[],
): Totals {
  const deltas = changes.flatMap(({ before, after }) => [
    ...(after ? [waitingOf(after)] : []),
    ...(before ? [negated(waitingOf(before))] : []),
  ]);
  return deltas.reduce(addTotals, NOTHING_WAITS);
}

/** The amount by which the waiting rows would reduce the household's money. */
export const waitingAmount = ({ income, expense }: Totals): Cents => minus(expense, income);
