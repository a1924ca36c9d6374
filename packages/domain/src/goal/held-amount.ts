import { isSame } from "../activity/activity.ts";
import type { ThingOf } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, clampAmount, MAX_AMOUNT, minus, plus, ZERO } from "../money/money.ts";
import { netAmount, type Transaction } from "../transaction/transaction.ts";
import type { storedGoal } from "./definition.ts";
import type { Goal } from "./goal.ts";

/**
 * A goal holds what people contributed and what the transactions that are put aside for it come to. `fromRows` is the
 * sum of the latter, derived and never part of an entry; `basis` names the deletions that it stands for. They are absent
 * from a goal that a page or an older release knows.
 */
export type HeldGoal = ThingOf<typeof storedGoal> & { fromRows?: Cents; basis?: string };

type Parts = Pick<HeldGoal, "currentAmount" | "contributed" | "fromRows">;

/** The amount beyond a goal's transactions is an opening contribution where nothing else is known of it. */
export function withRows(goal: HeldGoal, fromRows: Cents, basis = ""): HeldGoal {
  const contributed = goal.contributed ?? minus(goal.currentAmount, fromRows);
  return { ...goal, contributed, fromRows, basis, currentAmount: clampAmount(plus(contributed, fromRows)) };
}

export const withoutParts = ({ contributed: _, fromRows: _rows, basis: _basis, ...goal }: HeldGoal): Goal =>
  goal;

/** With an amount that a person states: the difference is a contribution. */
export const withAmount = (goal: HeldGoal, currentAmount: Cents): HeldGoal => ({
  ...goal,
  currentAmount,
  contributed: minus(currentAmount, goal.fromRows ?? ZERO),
});

/** May be below 0, where refunds are more than what was put aside. */
export const heldBy = ({ currentAmount, contributed, fromRows = ZERO }: Parts): Cents =>
  contributed === undefined ? currentAmount : plus(contributed, fromRows);

/** Undefined beyond what a goal can hold. One that reaches its target stays in progress: its owner completes it. */
export function contribute(goal: HeldGoal, amount: Cents): HeldGoal | undefined {
  const after = plus(heldBy(goal), amount);
  if (amount < 0 ? after < 0 : after > MAX_AMOUNT) return undefined;
  return { ...goal, currentAmount: clampAmount(after), contributed: minus(after, goal.fromRows ?? ZERO) };
}

type PutAside = Pick<Transaction, "amount" | "type" | "refund" | "goalId">;

/** The part of changed transactions in the goals that they are put aside for; a refund takes its amount out. */
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

/** A goal's transactions may change without changing the goal. Entries of older releases tell the whole amount alone. */
export function isGoalAsLeft(left: HeldGoal, now: HeldGoal): boolean {
  const isWhole = left.contributed === undefined;
  const compared = ({ currentAmount, contributed, fromRows: _, basis: _basis, ...goal }: HeldGoal) => ({
    ...goal,
    amount: isWhole ? currentAmount : contributed,
  });
  return isSame(compared(left), compared(now));
}
