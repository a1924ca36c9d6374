import { isSame } from "../activity/activity.ts";
import type { ThingOf } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, clampAmount, MAX_AMOUNT, minus, plus, ZERO } from "../money/money.ts";
import type { ReviewRow } from "../review/review.ts";
import { netAmount, type Transaction } from "../transaction/transaction.ts";
import type { storedGoal } from "./definition.ts";
import type { Goal } from "./goal.ts";

/**
 * A goal holds its contributions plus the transactions that are put aside for it. `fromRows` is the sum of those
 * transactions, derived and never part of an entry; `basis` identifies the deletions that it takes into account. Both are
 * absent from goals of a page or of an older release.
 */
export type HeldGoal = ThingOf<typeof storedGoal> & { fromRows?: Cents; basis?: string };

type Parts = Pick<HeldGoal, "currentAmount" | "contributed" | "fromRows">;

/** If the contributions are unknown, the amount beyond the goal's transactions counts as an opening contribution. */
export function withRows(goal: HeldGoal, fromRows: Cents, basis = ""): HeldGoal {
  const contributed = goal.contributed ?? minus(goal.currentAmount, fromRows);
  return { ...goal, contributed, fromRows, basis, currentAmount: clampAmount(plus(contributed, fromRows)) };
}

export const withoutParts = ({ contributed: _, fromRows: _rows, basis: _basis, ...goal }: HeldGoal): Goal =>
  goal;

/** Sets the amount that a person entered: the difference becomes a contribution. */
export const withAmount = (goal: HeldGoal, currentAmount: Cents): HeldGoal => ({
  ...goal,
  currentAmount,
  contributed: minus(currentAmount, goal.fromRows ?? ZERO),
});

/** Negative if refunds exceed the amounts put aside. */
export const heldBy = ({ currentAmount, contributed, fromRows = ZERO }: Parts): Cents =>
  contributed === undefined ? currentAmount : plus(contributed, fromRows);

/** Undefined below 0 or above the maximum amount. A goal that reaches its target stays in progress until completed. */
export function contribute(goal: HeldGoal, amount: Cents): HeldGoal | undefined {
  const after = plus(heldBy(goal), amount);
  if (amount < 0 ? after < 0 : after > MAX_AMOUNT) return undefined;
  return { ...goal, currentAmount: clampAmount(after), contributed: minus(after, goal.fromRows ?? ZERO) };
}

/** A transfer that contributes to a goal adds to it, whichever half is known. */
export const putAsideBy = (row: ReviewRow | null): PutAside | null =>
  row?.state === "transfer" && row.goalId
    ? { amount: row.amount, type: "expense", goalId: row.goalId }
    : null;

type PutAside = Pick<Transaction, "amount" | "type" | "refund" | "goalId">;

/** The effect of changed transactions on the goals that they are put aside for; a refund subtracts. */
export function goalDeltas(
  changes: readonly { before: PutAside | null; after: PutAside | null }[],
): Map<Id, Cents> {
  const deltas = new Map<Id, Cents>();
  const add = (one: PutAside | null, sign: 1 | -1) => {
    if (!one?.goalId) return;
    deltas.set(one.goalId, plus(deltas.get(one.goalId) ?? ZERO, cents(sign * netAmount(one))));
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  return new Map([...deltas].filter(([, amount]) => amount !== 0));
}

/** Ignores changes of the goal's transactions. Entries of older releases have the whole amount only. */
export function isGoalAsLeft(left: HeldGoal, now: HeldGoal): boolean {
  const isWhole = left.contributed === undefined;
  const compared = ({ currentAmount, contributed, fromRows: _, basis: _basis, ...goal }: HeldGoal) => ({
    ...goal,
    amount: isWhole ? currentAmount : contributed,
  });
  return isSame(compared(left), compared(now));
}
