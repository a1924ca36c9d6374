import { dayOfMonth, MONTH_NAMES, monthOfYear, yearOfDay } from "../time/day.ts";
import { localTime, type TimeZone, today } from "../time/timezone.ts";
import type { Transaction } from "../transaction/transaction.ts";
import { type Budget, countsAfter } from "./budget.ts";

/** When a month's actuals were reset, from its budgets: an instant in milliseconds; null where they were not. */
export function actualsSince(budgets: readonly Budget[]): number | null {
  return budgets.find((budget) => budget.actualsSince !== undefined)?.actualsSince ?? null;
}

/** The transactions of the budgets' month that its actuals are the sum of. */
export function transactionsSinceReset(
  budgets: readonly Budget[],
  transactions: readonly Transaction[],
): Transaction[] {
  const resetAt = actualsSince(budgets);
  return transactions.filter((transaction) => countsAfter(resetAt, transaction));
}

/** "Actuals count from 21 November, 14:02"; with the year where it is not the current one. */
export function actualsSinceText(resetAt: number, now: number, zone: TimeZone): string {
  const day = today(resetAt, zone);
  const year = yearOfDay(day) === yearOfDay(today(now, zone)) ? "" : ` ${yearOfDay(day)}`;
  const date = `${dayOfMonth(day)} ${MONTH_NAMES[monthOfYear(day) - 1]}${year}`;
  return `Actuals count from ${date}, ${localTime(resetAt, zone)}`;
}
