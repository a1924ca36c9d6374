import type { Locale } from "../text/locale.ts";
import { formatDay } from "../time/format-day.ts";
import { localTime, type TimeZone, today } from "../time/timezone.ts";
import type { Budget } from "./budget.ts";

/** When a month's actuals were reset, in milliseconds; null if they were not. */
export const actualsSince = (budgets: readonly Budget[]): number | null =>
  budgets.find((budget) => budget.actualsSince !== undefined)?.actualsSince ?? null;

/** "Actuals count from Nov 21, 2026, 14:02" */
export function actualsSinceText(resetAt: number, now: number, zone: TimeZone, locale: Locale): string {
  const date = formatDay(today(resetAt, zone), today(now, zone), locale);
  return `Actuals count from ${date}, ${localTime(resetAt, zone)}`;
}
