import { inBatches } from "../batches.ts";
import type { Category } from "../category/category.ts";
import { categorySuggestions } from "../category/category-suggestion.ts";
import type { Id } from "../id.ts";
import type { Fingerprint, ImportFacts } from "../import/import-row.ts";
import { LIKE_DAYS, matchRows, type There } from "../import/like.ts";
import { cents } from "../money/money.ts";
import { createRuleFinder, type Rule } from "../rule/rule.ts";
import type { Steps } from "../steps.ts";
import { createPaymentFinder } from "../subscription/paid-by.ts";
import type { Subscription } from "../subscription/subscription.ts";
import { type Day, daysBetween } from "../time/day.ts";
import { signedAmount } from "../transaction/transaction.ts";
import { printOf, type ReviewRow } from "./review.ts";

export type Proposal = {
  proposed: { categoryId: Id; goalId: Id | null; by: "rule" | "history" } | null;
  match: { state: "like" | "due"; transactionId: Id | null; subscriptionId: Id | null } | null;
  transferOf: Id | null;
};

export const NO_PROPOSAL: Proposal = { proposed: null, match: null, transferOf: null };

/** A transaction near the rows; `batch` is the import that brought it. */
type Near = There & { categoryId: Id; batch?: string | undefined };

export type ProposalFacts = {
  categories: readonly Category[];
  rules: readonly Rule[];
  subscriptions: readonly Subscription[];
  transactions: readonly Near[];
  /** Other rows near these: those of other pages, and halves of transfers whose other half is not known. */
  others: readonly ReviewRow[];
  today: Day;
};

const ROWS_A_STEP = 25;

/**
 * Proposes what rows in review may be. Each transaction, payment and half of a transfer is proposed for one row at
 * most.
 */
export function* proposalsFor(rows: readonly ReviewRow[], facts: ProposalFacts): Steps<Proposal[]> {
  const { categories, rules, subscriptions, transactions, others, today } = facts;
  const suggest = categorySuggestions(categories, rules, transactions);
  const findRule = createRuleFinder(rules);
  const live = new Set(categories.map(({ id }) => id));
  const prints = rows.map(({ reference, account, file: _, ...row }) => ({
    ...row,
    notes: undefined,
    ...(reference && { reference }),
    ...(account && { account }),
  }));
  const states = yield* matchRows(prints, { there: transactions, leftOut: [], rules });
  const transfers = transferHalves(rows, [...transactions, ...others]);
  const payments = createPaymentFinder({ subscriptions, rules, payees: [...rows, ...transactions] });
  const due = payments.dueFor(
    rows.filter((_, index) => states[index]?.state !== "like"),
    today,
  );
  const proposals: Proposal[] = [];
  for (const some of inBatches([...rows.entries()], ROWS_A_STEP)) {
    for (const [index, row] of some) {
      const state = states[index];
      const suggestion = suggest({
        ...row,
        notes: undefined,
        reference: undefined,
        account: undefined,
        file: undefined,
      });
      const known = row.proposedId !== undefined && live.has(row.proposedId) ? row.proposedId : undefined;
      const categoryId = suggestion?.categoryId ?? known;
      const isRuled = suggestion?.from === "rule";
      const goalId = (isRuled && findRule.first(row)?.goalId) || null;
      const like = state?.state === "like" ? state.id : null;
      const subscriptionId = due.get(row)?.id ?? null;
      proposals.push({
        proposed: categoryId === undefined ? null : { categoryId, goalId, by: isRuled ? "rule" : "history" },
        match:
          like !== null
            ? { state: "like", transactionId: like, subscriptionId: null }
            : subscriptionId === null
              ? null
              : { state: "due", transactionId: null, subscriptionId },
        transferOf: transfers.get(row.id) ?? null,
      });
    }
    yield;
  }
  return proposals;
}

type Half = ImportFacts & { id: Id; batch?: string | undefined; print?: Fingerprint | undefined };

/** Pairs rows with what moved as much in the other direction within four days, in another account or file. */
function transferHalves(rows: readonly ReviewRow[], others: readonly (Near | ReviewRow)[]): Map<Id, Id> {
  const halves: Half[] = [...rows, ...others].map((one) => ({
    ...one,
    print: "state" in one ? printOf(one) : one.imported,
  }));
  const byAmount = Map.groupBy(halves, signedAmount);
  const pairs = rows.flatMap((row) => {
    const own = { ...row, print: printOf(row) };
    return (byAmount.get(cents(-signedAmount(row))) ?? []).flatMap((other) => {
      const days = Math.abs(daysBetween(row.date, other.date));
      return days <= LIKE_DAYS && isElsewhere(own, other) ? [{ row: row.id, other: other.id, days }] : [];
    });
  });
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

/** By the accounts that the files name; where one names none, by the import and the file. */
function isElsewhere(a: Half, b: Half): boolean {
  if (a.print?.account && b.print?.account) return a.print.account !== b.print.account;
  return a.batch !== b.batch || a.print?.file !== b.print?.file;
}
