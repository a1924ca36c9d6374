import { inBatches } from "../batches.ts";
import type { Category } from "../category/category.ts";
import { categorySuggestions } from "../category/category-suggestion.ts";
import type { Id } from "../id.ts";
import { matchRows, type There } from "../import/like.ts";
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

/** A transaction near the rows; `batch` is the import that brought it. */
type Near = Transaction & Pick<There, "imported"> & { batch?: string | undefined };

export type ProposalFacts = {
  categories: readonly Category[];
  rules: readonly Rule[];
  subscriptions: readonly Subscription[];
  transactions: readonly Near[];
  /** Other rows near these, which may be their other halves. */
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
  const states = yield* matchRows(prints, { there: purchasesOf(transactions), leftOut: [], rules });
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
