import { inBatches } from "../batches.ts";
import type { Id } from "../id.ts";
import { createRuleFinder, type Rule } from "../rule/rule.ts";
import type { Steps } from "../steps.ts";
import { daysBetween, FIRST_DAY } from "../time/day.ts";
import { type KnownTransaction, matchFilesInSteps } from "./import-match.ts";
import type { Fingerprint, ImportFacts, ImportRow } from "./import-row.ts";
import {
  addBits,
  containsOther,
  createSharedWords,
  distinctiveWords,
  hasBit,
  setBit,
  wordsOfEach,
} from "./shared-words.ts";

/** The maximum number of days between the bank's date and the entered one. */
export const LIKE_DAYS = 4;
/** An automatically recorded payment may differ from the bank's amount by 1/10. */
const PRICE_TOLERANCE_DIVISOR = 10;

/** `imported` is present if a row is already tied to it, `subscriptionId` if it was recorded automatically. */
export type ExistingTransaction = KnownTransaction & { subscriptionId?: Id | undefined };

export type RowMatch =
  | { state: "left-out" }
  /** `nearby` counts unmatched transactions entered by hand with its amount near its date: the row may be one of them. */
  | { state: "new"; nearby?: number }
  /** Imported before. */
  | { state: "here"; id: Id }
  /** Entered by hand or recorded automatically, and not yet tied to a row. */
  | { state: "like"; id: Id };

/** The number of transactions that are compared with all rows in one step. */
const TRANSACTIONS_A_STEP = 100;
/** The number of rows that rules are applied to in one step. */
const ROWS_A_STEP = 100;

type Facts = {
  existing: readonly ExistingTransaction[];
  leftOut: readonly Fingerprint[];
  rules: readonly (Pick<Rule, "contains"> & Partial<Rule>)[];
};

/** `leftOut` are rows that a person left out before. Each transaction matches at most one row, the most similar one. */
export function* matchRows(rows: readonly ImportRow[], facts: Facts): Steps<RowMatch[]> {
  const { existing, leftOut, rules } = facts;
  // Left-out rows count as transactions with negative ids, so that one of two equal rows can be left out.
  const blank: ImportFacts | undefined = rows[0];
  const absent = blank ? leftOut.map((imported, index) => ({ ...blank, id: -1 - index, imported })) : [];
  const tied = existing.filter(({ imported }) => imported);
  const [matches = []] = yield* matchFilesInSteps([rows], [...tied, ...absent]);
  const findRule = createRuleFinder(rules);
  const states: RowMatch[] = [];
  for (const some of inBatches([...rows.entries()], ROWS_A_STEP)) {
    for (const [index, row] of some) {
      const match = matches[index];
      if (match?.state === "here") states.push(match.id < 0 ? { state: "left-out" } : match);
      else states.push({ state: findRule.first(row)?.leaveOut ? "left-out" : "new" });
    }
    yield;
  }
  const { pairs, nearby } = yield* likePairs(rows, states, facts);
  for (const { row, id } of pairs) states[row] = { state: "like", id };
  for (const [row, count] of nearby)
    if (states[row]?.state === "new") states[row] = { state: "new", nearby: count };
  return states;
}

type Pair = { row: number; id: Id; rank: number };
/** `same` counts the transactions with its exact amount near its date. */
type OpenRow = { row: ImportRow; index: number; bit: number; day: number; same: number; pairs: Pair[] };

/** Pairs rows with similar transactions. Each transaction is compared with all rows near it at once. */
function* likePairs(
  rows: readonly ImportRow[],
  states: readonly RowMatch[],
  { existing, rules }: Facts,
): Steps<{ pairs: Pair[]; nearby: ReadonlyMap<number, number> }> {
  const open = rows
    .map((row, index) => ({ row, index }))
    .filter(({ index }) => states[index]?.state === "new")
    .map((one, bit): OpenRow => ({ ...one, bit, day: dayNumber(one.row), same: 0, pairs: [] }));
  const nearest = nearRows(open);
  const untied = existing.filter(({ imported }) => !imported);
  for (const some of inBatches(untied, TRANSACTIONS_A_STEP)) {
    for (const one of some)
      for (const near of nearest(one)) if (near.row.amount === one.amount) near.same += 1;
    yield;
  }
  const words = yield* wordsOfEach([...open.map(({ row }) => row), ...untied].map((one) => one.description));
  const distinctive = yield* distinctiveWords(words);
  const namesIn = ({ description }: { description: string }) =>
    distinctive.get(description) ?? new Set<string>();
  const sharing = createSharedWords(open.map(({ row }) => namesIn(row)));
  yield;
  const ruled = yield* sameRules(open, rules);
  for (const some of inBatches(untied, TRANSACTIONS_A_STEP)) {
    for (const one of some) {
      const near = nearest(one);
      if (near.length === 0) continue;
      const names = namesIn(one);
      const [shared, byRule] = [sharing(names), ruled(one)];
      const day = dayNumber(one);
      for (const { row, index, bit, same, pairs, ...of } of near) {
        const isRuled = hasBit(byRule, bit);
        const isShared = hasBit(shared, bit);
        const isNamed = isRuled || (isShared && containsOther(names, namesIn(row)));
        const isSame = one.amount === row.amount;
        if (!isNamed && !(isSame && (isShared || same === 1))) continue;
        const rank = (isSame ? 0 : 100) + (isNamed ? 0 : isShared ? 10 : 20) + Math.abs(of.day - day);
        pairs.push({ row: index, id: one.id, rank });
        // The other rows take fewer transactions than that, so the rest of the list is never needed.
        if (pairs.length >= 2 * open.length + 10) pairs.sort(surestFirst).splice(open.length);
      }
    }
    yield;
  }
  const taken = { rows: new Set<number>(), ids: new Set<Id>() };
  const pairs = open
    .flatMap(({ pairs }) => pairs)
    .sort(surestFirst)
    .filter(({ row, id }) => {
      if (taken.rows.has(row) || taken.ids.has(id)) return false;
      taken.rows.add(row);
      taken.ids.add(id);
      return true;
    });
  const nearby = new Map<number, number>();
  for (const some of inBatches(untied, TRANSACTIONS_A_STEP)) {
    for (const one of some)
      if (!taken.ids.has(one.id))
        for (const { row, index } of nearest(one))
          if (row.amount === one.amount) nearby.set(index, (nearby.get(index) ?? 0) + 1);
    yield;
  }
  return { pairs, nearby };
}

const surestFirst = (a: Pair, b: Pair): number => a.rank - b.rank || a.row - b.row || a.id - b.id;

const dayNumber = ({ date }: Pick<ImportFacts, "date">): number => daysBetween(FIRST_DAY, date);

/** Finds rows by a transaction's side, amount and date. */
function nearRows(open: readonly OpenRow[]): (one: ExistingTransaction) => OpenRow[] {
  const amountOf = (one: ImportFacts) => `${sideOf(one)} ${one.amount}`;
  const bySide = Map.groupBy(open, ({ row }) => sideOf(row));
  const byAmount = Map.groupBy(open, ({ row }) => amountOf(row));
  return (one) => {
    const some =
      one.subscriptionId === undefined
        ? byAmount.get(amountOf(one))
        : bySide.get(sideOf(one))?.filter(({ row }) => isWithinTenth(row, one));
    const day = dayNumber(one);
    return some?.filter((near) => Math.abs(near.day - day) <= LIKE_DAYS) ?? [];
  };
}

/** Returns a function that marks, with a bit for each row, the rows that share a rule with a transaction. */
function* sameRules(
  open: readonly OpenRow[],
  rules: Facts["rules"],
): Steps<(one: ExistingTransaction) => Uint32Array> {
  const size = Math.ceil(open.length / 32);
  const findRule = createRuleFinder(rules);
  const byRule = new Map<Facts["rules"][number], Uint32Array>();
  for (const some of inBatches(open, ROWS_A_STEP)) {
    for (const { row, bit } of some) {
      for (const rule of findRule.all(row)) {
        const own = byRule.get(rule) ?? new Uint32Array(size);
        setBit(own, bit);
        byRule.set(rule, own);
      }
    }
    yield;
  }
  const findShared = createRuleFinder([...byRule.keys()]);
  return (one) => {
    const related = new Uint32Array(size);
    for (const rule of findShared.all(one)) addBits(related, byRule.get(rule));
    return related;
  };
}

/** Income, refunds and expenses never match each other. */
function sideOf({ type, refund }: ImportFacts): string {
  return type === "income" ? "income" : refund ? "refund" : "expense";
}

/** Compares amounts of the same side. */
export const isWithinTenth = (a: Pick<ImportFacts, "amount">, b: Pick<ImportFacts, "amount">): boolean =>
  Math.abs(a.amount - b.amount) * PRICE_TOLERANCE_DIVISOR <= b.amount;
