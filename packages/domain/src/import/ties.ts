import * as v from "valibot";
import type { Id } from "../id.ts";
import { type Fingerprint, fingerprint, MOST_REFERENCES, schemeOf } from "./import-row.ts";

const given = { imported: v.optional(fingerprint), paidBy: v.optional(v.number()) };

/**
 * The fields that imported rows gave to an existing transaction, oldest first, and the fields that it had without them.
 * A row counts unless its import is undone.
 */
export const ties = v.object({
  without: v.object(given),
  rows: v.array(v.object({ batch: v.string(), row: fingerprint, paidBy: v.optional(v.number()) })),
});
export type Ties = v.InferOutput<typeof ties>;
export type Tie = Ties["rows"][number];

type Tied = { imported?: Fingerprint | undefined; paidBy?: Id | undefined };
type IsUndone = (batch: string) => boolean;

/** Older ties are merged into `without`. */
export const MOST_TIES = 20;

/** Adds the row's references of kinds that are not known yet. Two references of one kind are two movements of money. */
export function withRow(known: Fingerprint | undefined, row: Fingerprint): Fingerprint {
  if (!known) return row;
  const schemes = new Set(known.references.map(schemeOf));
  const fresh = row.references.filter((reference) => !schemes.has(schemeOf(reference)));
  const account = known.account ?? row.account;
  const references = [...known.references, ...fresh].slice(0, MOST_REFERENCES);
  return { ...known, references, ...(account !== undefined && { account }) };
}

const afterTie = ({ imported, paidBy }: Tied, tie: Tie): Tied => ({
  imported: withRow(imported, tie.row),
  paidBy: tie.paidBy ?? paidBy,
});

/** The fields that the rows of imports give, except those of undone imports. */
export const givenBy = ({ without, rows }: Ties, isUndone: IsUndone): Tied =>
  rows.filter(({ batch }) => !isUndone(batch)).reduce(afterTie, without);

/** Adds a tie. The first one keeps the transaction's current fields as `without`. */
export function tiedTo({ ties, ...now }: Tied & { ties?: Ties | undefined }, tie: Tie): Ties {
  const { imported, paidBy } = now;
  const { without, rows } = ties ?? { without: { imported, paidBy }, rows: [] };
  return { without, rows: [...rows, tie] };
}

/** Merges the oldest tie into `without` if the list is full. */
export function withRoom({ without, rows }: Ties, isUndone: IsUndone): Ties {
  const [first, ...later] = rows;
  if (!first || rows.length < MOST_TIES) return { without, rows };
  return { without: isUndone(first.batch) ? without : afterTie(without, first), rows: later };
}

/** Removes ties of imports whose undo can no longer be undone. */
export const tiesWithout = ({ without, rows }: Ties, isGone: IsUndone): Ties => ({
  without,
  rows: rows.filter(({ batch }) => !isGone(batch)),
});

/** Sets the payer that a person chose, which undoing an import does not change. */
export const withChosenPayer = ({ without, rows }: Ties, paidBy: Id | undefined): Ties => ({
  without: { ...without, paidBy },
  rows: rows.map(({ paidBy: _, ...row }) => row),
});
