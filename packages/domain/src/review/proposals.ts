import { inBatches } from "../batches.ts";
import type { Category } from "../category/category.ts";
import { categorySuggestions } from "../category/category-suggestion.ts";
import type { Id } from "../id.ts";
import { type ExistingTransaction, matchRows, type RowMatch } from "../import/match-rows.ts";
import { purchasesOf } from "../payment/payment.ts";
import { createRuleFinder, type Rule } from "../rule/rule.ts";
import type { Steps } from "../steps.ts";
import { createPaymentFinder } from "../subscription/repeats.ts";
import type { Subscription } from "../subscription/subscription.ts";
import type { Day } from "../time/day.ts";
import type { Transaction } from "../transaction/transaction.ts";
import type { ReviewRow } from "./review.ts";
import { halfOfRow, halvesOfTransaction, transferHalves } from "./transfers.ts";

export type Proposal = {
  proposed: { categoryId: Id; goalId: Id | null; by: "rule" | "history" } | null;
  match: { state: "like" | "due"; transactionId: Id | null; subscriptionId: Id | null } | null;
  transferOf: Id | null;
};

export const NO_PROPOSAL: Proposal = { proposed: null, match: null, transferOf: null };

/** A transaction near the rows; `batch` is the import that added it. */
type Near = Transaction & Pick<ExistingTransaction, "imported"> & { batch?: string | undefined };

export type ProposalFacts = {
  categories: readonly Category[];
  rules: readonly Rule[];
  subscriptions: readonly Subscription[];
  transactions: readonly Near[];
  /** Other rows near these, which may be halves of the same transfer. */
  others: readonly ReviewRow[];
  today: Day;
};

const ROWS_A_STEP = 25;

/**
 * Proposes a category, a match and a transfer for rows in review. Each transaction, payment and half of a transfer is
 * proposed for at most one row.
 */
export function* proposalsFor(rows: readonly ReviewRow[], facts: ProposalFacts): Steps<Proposal[]> {
  const { categories, rules, subscriptions, transactions, others, today } = facts;
  const suggest = categorySuggestions(categories, rules, transactions);
  const findRule = createRuleFinder(rules);
  const live = new Set(categories.map(({ id }) => id));
  const states = yield* matchRows(rows, { existing: purchasesOf(transactions), leftOut: [], rules });
  const transfers = transferHalves(rows.map(halfOfRow), [
    ...transactions.flatMap(halvesOfTransaction),
    ...others.map(halfOfRow),
  ]);
  const payments = createPaymentFinder({ subscriptions, rules, payees: [...rows, ...transactions] });
  const due = payments.dueFor(
    rows.filter((_, index) => states[index]?.state !== "like"),
    today,
  );
  const proposals: Proposal[] = [];
  for (const some of inBatches([...rows.entries()], ROWS_A_STEP)) {
    for (const [index, row] of some) {
      const state = states[index];
      const suggestion = suggest(row);
      const known = row.proposedId !== undefined && live.has(row.proposedId) ? row.proposedId : undefined;
      const categoryId = suggestion?.categoryId ?? known;
      const isRuled = suggestion?.from === "rule";
      const goalId = (isRuled && findRule.first(row)?.goalId) || null;
      proposals.push({
        proposed: categoryId === undefined ? null : { categoryId, goalId, by: isRuled ? "rule" : "history" },
        match: matchOf(state, due.get(row)),
        transferOf: transfers.get(row.id) ?? null,
      });
    }
    yield;
  }
  return proposals;
}

function matchOf(state: RowMatch | undefined, due: Subscription | undefined): Proposal["match"] {
  if (state?.state === "like") return { state: "like", transactionId: state.id, subscriptionId: null };
  return due ? { state: "due", transactionId: null, subscriptionId: due.id } : null;
}
