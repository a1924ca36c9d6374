import { inBatches } from "../batches.ts";
import type { Id } from "../id.ts";
import { atOnce, type Steps } from "../steps.ts";
import { type Fingerprint, fingerprintOf, type ImportFacts, type ImportRow, schemeOf } from "./import-row.ts";

/** An existing transaction; `imported` is the fingerprint of its row if it came from a file, even if edited since. */
export type KnownTransaction = ImportFacts & { id: Id; imported?: Fingerprint | undefined };

export type Match =
  /** To be added. `reference` is the bank's id if only another file of the same import has it. */
  | { state: "new"; reference?: string }
  /** A duplicate. Its reference is added to a transaction that has none of that kind. */
  | { state: "here"; id: Id }
  /** A duplicate of a new row in another file of the same import. */
  | { state: "repeated" };

/** The number of rows or transactions read in one step. */
const PRINTS_A_STEP = 250;

/** Matches rows by their facts and their number: one of two equal rows may be new. A row in several files is new only once. */
export function* matchFilesInSteps(
  files: readonly (readonly ImportRow[])[],
  transactions: readonly KnownTransaction[],
): Steps<Match[][]> {
  const pool = new Pool();
  for (const some of inBatches(transactions, PRINTS_A_STEP)) {
    for (const transaction of some) {
      const own = fingerprintOf(transaction);
      const { imported = own } = transaction;
      // If an earlier release imported the row and its text was edited since, only the exact text is known.
      const folded = imported.facts === own.facts ? own.folded : undefined;
      pool.add(transaction.id, { folded, ...imported });
    }
    yield;
  }
  const matches: Match[][] = [];
  for (const rows of files) matches.push(yield* pool.match(rows));
  return matches;
}

export const matchFiles = (...given: Parameters<typeof matchFilesInSteps>): Match[][] =>
  atOnce(matchFilesInSteps(...given));

type NewMatch = Extract<Match, { state: "new" }>;

/** An existing transaction, or a new row of an earlier file of the same import. */
type Known = { source: Id | NewMatch; schemes: Set<string>; account: string | undefined };

class Pool {
  /** By reference and facts, and by reference alone. */
  readonly #byAll = new Map<string, Known[]>();
  readonly #byReference = new Map<string, Known[]>();
  /** By facts: added with a reference, and without. */
  readonly #referenced = new Map<string, Known[]>();
  readonly #bare = new Map<string, Known[]>();

  add(source: Known["source"], { facts, folded, references, account }: Fingerprint): void {
    const known = { source, schemes: new Set<string>(), account };
    const byFacts = references.length > 0 ? this.#referenced : this.#bare;
    append(byFacts, facts, known);
    if (folded !== undefined) append(byFacts, folded, known);
    for (const reference of references) this.#refer(known, facts, reference);
  }

  /** Matches one file, each known transaction to at most one row. New rows become known to later files. */
  *match(rows: readonly ImportRow[]): Steps<Match[]> {
    const printsOf = (some: readonly ImportRow[]) =>
      some.map((row) => {
        const { references, ...print } = fingerprintOf(row);
        return { ...print, reference: references[0], given: row.reference };
      });
    const prints: ReturnType<typeof printsOf> = [];
    for (const some of inBatches(rows, PRINTS_A_STEP)) {
      prints.push(...printsOf(some));
      yield;
    }
    const found = new Array<Known | undefined>(rows.length);
    const taken = new Set<Known>();
    const takers = new Map<string, ReturnType<typeof taker>>();
    /** Chooses transactions that can be of the account and, if `scheme` is given, have no reference of that kind. */
    const takerOf = (account: string | undefined, scheme?: string) => {
      const isOpen = (known: Known) => account === undefined || (known.account ?? account) === account;
      const allows = (known: Known) => isOpen(known) && (scheme === undefined || !known.schemes.has(scheme));
      const key = JSON.stringify([account ?? null, scheme ?? null]);
      const take = takers.get(key) ?? taker(taken, allows);
      takers.set(key, take);
      return take;
    };
    // By both first: a bank may change a row's description, and may give two rows of a day the same id.
    prints.forEach(({ facts, reference, account }, index) => {
      if (reference) found[index] = takerOf(account)(this.#byAll.get(`${reference} ${facts}`));
    });
    prints.forEach(({ reference, account }, index) => {
      if (reference) found[index] ??= takerOf(account)(this.#byReference.get(reference));
    });
    yield;
    // A row with a reference may match a transaction that has none of that kind; the transaction receives it. Rows without a
    // reference come last, and first try the transactions that the others could not match.
    prints.forEach(({ facts, folded = facts, reference, given, account }, index) => {
      if (!reference || found[index]) return;
      const takeWithout = takerOf(account, schemeOf(reference));
      const known =
        takeWithout(this.#bare.get(facts)) ??
        takeWithout(this.#referenced.get(facts)) ??
        takeWithout(this.#bare.get(folded)) ??
        takeWithout(this.#referenced.get(folded));
      if (!known) return;
      this.#refer(known, facts, reference);
      if (typeof known.source === "object" && given) known.source.reference ??= given;
      found[index] = known;
    });
    yield;
    prints.forEach(({ facts, folded = facts, reference, account }, index) => {
      const take = takerOf(account);
      const takeBy = (key: string) => take(this.#referenced.get(key)) ?? take(this.#bare.get(key));
      if (!reference) found[index] = takeBy(facts) ?? takeBy(folded);
    });
    return prints.map(({ facts, folded, reference, account }, index) => {
      const source = found[index]?.source;
      if (typeof source === "number") return { state: "here", id: source };
      if (source) return { state: "repeated" };
      const match: NewMatch = { state: "new" };
      this.add(match, { facts, folded, references: reference ? [reference] : [], account });
      return match;
    });
  }

  #refer(known: Known, facts: string, reference: string): void {
    known.schemes.add(schemeOf(reference));
    append(this.#byAll, `${reference} ${facts}`, known);
    append(this.#byReference, reference, known);
  }
}

/** Returns a function that takes the first allowed candidate that is not taken yet. */
function taker(taken: Set<Known>, allows: (known: Known) => boolean) {
  /** The position in each list, so that ten thousand equal rows take ten thousand steps. */
  const cursors = new Map<Known[], number>();
  return (candidates: Known[] | undefined): Known | undefined => {
    if (!candidates) return undefined;
    let cursor = cursors.get(candidates) ?? 0;
    let known = candidates[cursor];
    while (known && (taken.has(known) || !allows(known))) known = candidates[++cursor];
    cursors.set(candidates, cursor);
    if (known) taken.add(known);
    return known;
  };
}

function append<K, V>(index: Map<K, V[]>, key: K, value: V): void {
  const values = index.get(key);
  if (values) values.push(value);
  else index.set(key, [value]);
}
