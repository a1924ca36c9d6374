import type { Id } from "../id.ts";
import { type Cents, cents, minus, plus, ZERO } from "../money/money.ts";
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
 * The cached sums of a month as text, which DynamoDB stores in less space than a list of numbers. Its parts are separated
 * by ";": first the amounts spent on each day, then for each category the difference between its id and the previous one,
 * planned, actual, moved, billed, purchases, largest and on (see `Made`). Numbers are in base 36; zeros are empty.
 */
export type Closing = string;

export function closingOf({ budgets, spentByDay }: MonthSums): Closing {
  let last = 0;
  const rows = budgets.map(({ categoryId, projected, actual, moved = ZERO, made = NOTHING_MADE }) => {
    const step = categoryId - last;
    last = categoryId;
    const { billed, purchases, largest, on } = made;
    const values = [step, projected, actual, moved, billed, purchases, largest, on];
    return textOf(values.slice(0, values.findLastIndex((value) => value !== 0) + 1));
  });
  return [textOf(spentByDay), ...rows].join(";");
}

export function sumsIn(month: Month, closing: Closing, resetAt: number | null): MonthSums {
  const [spent = "", ...rows] = closing.split(";");
  let categoryId = 0;
  const budgets = rows.map((row) => {
    const [step = 0, projected = 0, actual = 0, moved = 0, ...made] = valuesOf(row);
    const [billed = 0, purchases = 0, largest = 0, on = 0] = made;
    const isMade = !isNothing({ billed: cents(billed), purchases });
    categoryId += step;
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
  return { month, budgets, spentByDay: valuesOf(spent).map(cents) };
}

/** Encodes amounts by category in the same format. */
export const carriedText = (carried: ReadonlyMap<Id, Cents>): string =>
  [...carried].map((one) => textOf(one)).join(";");
export const carriedIn = (text: string): Map<Id, Cents> =>
  new Map(
    text.split(";").flatMap((row) => {
      const [id = 0, amount = 0] = valuesOf(row);
      return id === 0 ? [] : [[id, cents(amount)] as const];
    }),
  );

const textOf = (values: readonly number[]) =>
  values.map((value) => (value === 0 ? "" : value.toString(36))).join(",");
const valuesOf = (text: string) => text.split(",").map((value) => Number.parseInt(value || "0", 36));

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
 * The sums without a transaction; null if they must be derived from all transactions: it may have been its
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
