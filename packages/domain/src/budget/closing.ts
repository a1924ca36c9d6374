import { cents, minus, plus, ZERO } from "../money/money.ts";
import { addDays, dayOfMonth } from "../time/day.ts";
import { type Month, monthOfDay } from "../time/month.ts";
import { today } from "../time/timezone.ts";
import { netAmount, type Transaction } from "../transaction/transaction.ts";
import {
  type Budget,
  budgetId,
  countsAfter,
  isNothing,
  type MonthSums,
  NOTHING_MADE,
  withPurchase,
} from "./budget.ts";

/**
 * The cached sums of a month, in flat lists with four values a category: `rows` has its id, planned, actual and moved
 * (cents); `made` has billed, purchases, largest and on (see `Made`).
 */
export type Closing = { rows: number[]; made: number[]; spent: number[]; resetAt: number | null };

const VALUES = 4;
const NOTHING = [0, 0, 0, 0];

export function closingOf({ budgets, spentByDay }: MonthSums, resetAt: number | null): Closing {
  const made = budgets.flatMap(({ made }) =>
    made ? [made.billed, made.purchases, made.largest, made.on] : NOTHING,
  );
  const rows = budgets.flatMap(({ categoryId, projected, actual, moved = ZERO }) => [
    categoryId,
    projected,
    actual,
    moved,
  ]);
  return { rows, made, spent: spentByDay, resetAt };
}

export function sumsIn(month: Month, { rows, made, spent, resetAt }: Closing): MonthSums {
  const budgets = Array.from({ length: rows.length / VALUES }, (_, index) => {
    const valuesOf = (all: readonly number[]) => all.slice(index * VALUES, (index + 1) * VALUES);
    const row = valuesOf(rows);
    const [billed = 0, purchases = 0, largest = 0, on = 0] = valuesOf(made);
    const isMade = billed !== 0 || purchases !== 0;
    const [categoryId = 0, projected = 0, actual = 0, moved = 0] = row;
    return {
      id: budgetId(month, categoryId),
      categoryId,
      month,
      projected: cents(projected),
      ...(moved !== 0 && { moved: cents(moved) }),
      actual: cents(actual),
      ...(isMade && { made: { billed: cents(billed), purchases, largest: cents(largest), on } }),
      ...(resetAt !== null && { actualsSince: resetAt }),
    };
  });
  return { month, budgets, spentByDay: spent.map(cents) };
}

/** The sums with one more transaction of the month. */
export function withAdded(sums: MonthSums, resetAt: number | null, transaction: Transaction): MonthSums {
  const { month, budgets } = sums;
  const { categoryId } = transaction;
  const before = budgets.find((one) => one.categoryId === categoryId) ?? {
    id: budgetId(month, categoryId),
    categoryId,
    month,
    projected: ZERO,
    actual: ZERO,
    ...(resetAt !== null && { actualsSince: resetAt }),
  };
  const after = countsAfter(resetAt, transaction)
    ? {
        ...before,
        actual: plus(before.actual, netAmount(transaction)),
        made: withPurchase(before.made ?? NOTHING_MADE, transaction),
      }
    : before;
  const others = budgets.filter((one) => one.categoryId !== categoryId);
  const all = [...others, after].sort((a, b) => a.categoryId - b.categoryId);
  return { month, budgets: all, spentByDay: spentWith(sums, transaction, plus) };
}

/**
 * The sums without a transaction; null if they must be derived from the other transactions: it may have been its
 * category's last, or its largest purchase.
 */
export function withRemoved(
  sums: MonthSums,
  resetAt: number | null,
  transaction: Transaction,
): MonthSums | null {
  const before = sums.budgets.find(({ categoryId }) => categoryId === transaction.categoryId);
  if (!before) return null;
  const after = countsAfter(resetAt, transaction) ? withoutAmount(before, transaction) : before;
  const isEmpty = after?.projected === 0 && after.actual === 0 && isNothing(after.made);
  if (!after || isEmpty) return null;
  const budgets = sums.budgets.map((one) => (one === before ? after : one));
  return { ...sums, budgets, spentByDay: spentWith(sums, transaction, minus) };
}

function withoutAmount(before: Budget, transaction: Transaction): Budget | null {
  const { made = NOTHING_MADE } = before;
  const amount = netAmount(transaction);
  const actual = minus(before.actual, amount);
  if (transaction.subscriptionId !== undefined)
    return { ...before, actual, made: { ...made, billed: minus(made.billed, amount) } };
  if (amount <= 0) return { ...before, actual };
  return amount < made.largest
    ? { ...before, actual, made: { ...made, purchases: made.purchases - 1 } }
    : null;
}

function spentWith({ spentByDay }: MonthSums, transaction: Transaction, change: typeof plus) {
  if (transaction.type !== "expense") return spentByDay;
  return spentByDay.with(
    dayOfMonth(transaction.date) - 1,
    change(spentByDay[dayOfMonth(transaction.date) - 1] ?? ZERO, netAmount(transaction)),
  );
}

const monthAt = (instant: number, days: number): Month => monthOfDay(addDays(today(instant, "UTC"), days));

/** True for months whose closings older releases invalidate when they change something in the month. */
export const mayBeClosed = (month: Month, now: number): boolean => month < monthAt(now, 1);
