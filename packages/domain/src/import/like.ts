import type { Id } from "../id.ts";
import { cents, minus } from "../money/money.ts";
import { type Rule, ruleApplies } from "../rule/rule.ts";
import { daysBetween } from "../time/day.ts";
import { signedAmount } from "../transaction/transaction.ts";
import { type KnownTransaction, matchFiles } from "./import-match.ts";
import { type Fingerprint, type ImportFacts, type ImportRow, sharesWord, wordsOf } from "./import-row.ts";

/** The number of days that the bank's date may lie from the one that was typed. */
export const LIKE_DAYS = 4;
/** A payment that was recorded automatically may have changed its price by so much. */
const PRICE_TENTH = 10;

/** `imported` where a row is tied to it; `subscriptionId` of a payment recorded automatically. */
export type There = KnownTransaction & { subscriptionId?: Id | undefined };

export type BankRow = Omit<ImportRow, "notes" | "category">;

export type RowMatch =
  | { state: "new" | "left-out" }
  /** Imported before. */
  | { state: "here"; id: Id }
  /** Typed by hand or recorded automatically, and not tied to a row yet. */
  | { state: "like"; id: Id };

/** `leftOut`: rows that a person left out before. Each transaction answers for one row: the nearest that says most. */
export function matchRows(
  rows: readonly BankRow[],
  facts: {
    there: readonly There[];
    leftOut: readonly Fingerprint[];
    rules: readonly (Pick<Rule, "contains"> & { leaveOut?: boolean | undefined })[];
  },
): RowMatch[] {
  const { there, leftOut, rules } = facts;
  // Left-out rows count as transactions with ids of their own, so that of two alike one may be left out.
  const blank: ImportFacts | undefined = rows[0];
  const absent = blank ? leftOut.map((imported, index) => ({ ...blank, id: -1 - index, imported })) : [];
  const tied = there.filter(({ imported }) => imported);
  const [matches = []] = matchFiles([rows], [...tied, ...absent]);
  const states = rows.map((row, index): RowMatch => {
    const match = matches[index];
    if (match?.state === "here") return match.id < 0 ? { state: "left-out" } : match;
    const rule = rules.find((one) => ruleApplies(one, row.description));
    return rule?.leaveOut ? { state: "left-out" } : { state: "new" };
  });
  for (const { row, id } of likePairs(rows, states, facts)) states[row] = { state: "like", id };
  return states;
}

type Pair = { row: number; id: Id; rank: number };

function likePairs(
  rows: readonly BankRow[],
  states: readonly RowMatch[],
  { there, rules }: Parameters<typeof matchRows>[1],
): Pair[] {
  const open = Map.groupBy(
    there.filter(({ imported }) => !imported),
    sideOf,
  );
  const words = new Map<string, Set<string>>();
  const wordsIn = (description: string): Set<string> => {
    const known = words.get(description) ?? wordsOf(description);
    words.set(description, known);
    return known;
  };
  const pairs = rows.flatMap((row, index): Pair[] => {
    if (states[index]?.state !== "new") return [];
    const near = (open.get(sideOf(row)) ?? []).filter((one) => isNear(row, one));
    const same = near.filter((one) => one.amount === row.amount);
    return near.flatMap((one): Pair[] => {
      const related =
        sharesWord(wordsIn(row.description), wordsIn(one.description)) || sharesRule(row, one, rules);
      const alone = same.length === 1 && one.amount === row.amount;
      if (!related && !alone) return [];
      const days = Math.abs(daysBetween(row.date, one.date));
      const rank = (one.amount === row.amount ? 0 : 100) + (related ? 0 : 10) + days;
      return [{ row: index, id: one.id, rank }];
    });
  });
  const taken = { rows: new Set<number>(), ids: new Set<Id>() };
  return pairs
    .sort((a, b) => a.rank - b.rank || a.row - b.row || a.id - b.id)
    .filter(({ row, id }) => {
      if (taken.rows.has(row) || taken.ids.has(id)) return false;
      taken.rows.add(row);
      taken.ids.add(id);
      return true;
    });
}

/** Income, money back and expenses are never like each other. */
function sideOf({ type, refund }: ImportFacts): string {
  return type === "income" ? "income" : refund ? "refund" : "expense";
}

function isNear(row: ImportFacts, one: There): boolean {
  if (Math.abs(daysBetween(row.date, one.date)) > LIKE_DAYS) return false;
  if (one.amount === row.amount) return true;
  return one.subscriptionId !== undefined && isWithinTenth(row, one);
}

function isWithinTenth(
  a: Pick<ImportFacts, "amount" | "type" | "refund">,
  b: Pick<ImportFacts, "amount" | "type" | "refund">,
): boolean {
  const apart = minus(signedAmount(a), signedAmount(b));
  return Math.abs(apart) * PRICE_TENTH <= cents(Math.abs(b.amount));
}

const sharesRule = (a: ImportFacts, b: ImportFacts, rules: readonly Pick<Rule, "contains">[]): boolean =>
  rules.some((rule) => ruleApplies(rule, a.description) && ruleApplies(rule, b.description));
