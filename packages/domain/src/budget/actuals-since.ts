import { dayOfMonth, MONTH_NAMES, monthOfYear, yearOfDay } from "../time/day.ts";
import { localTime, type TimeZone, today } from "../time/timezone.ts";
import type { Budget } from "./budget.ts";

/** When a month's actuals were reset, from its budgets: an instant in milliseconds; null where they were not. */
export function actualsSince(budgets: readonly Budget[]): number | null {
  return budgets.find((budget) => budget.actualsSince !== undefined)?.actualsSince ?? null;
}

/** "Actuals count from 21 November, 14:02"; with the year where it is not the current one. */
export function actualsSinceText(resetAt: number, now: number, zone: TimeZone): string {
  const day = today(resetAt, zone);
  const year = yearOfDay(day) === yearOfDay(today(now, zone)) ? "" : ` ${yearOfDay(day)}`;
  const date = `${dayOfMonth(day)} ${MONTH_NAMES[monthOfYear(day) - 1]}${year}`;
  return `Actuals count from ${date}, ${localTime(resetAt, zone)}`;
}
