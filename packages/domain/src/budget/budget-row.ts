import type { Flow } from "../category/category.ts";
import { type Cents, type Currency, formatMoney, formatWhole } from "../money/money.ts";
import type { Locale } from "../text/locale.ts";
import { availableOf, difference, percentOf, type RowAmounts, rowStatus } from "./budget.ts";

/** `empty`: no plan and no actual. `unplanned`: an actual without a plan. `to-come`: income that may still arrive. */
export type RowState = "empty" | "unplanned" | "to-come" | "met" | "missed";

export const ON_PLAN = "On plan";

/** The texts of a row of Budget Planning; `isOpen` until the month has ended. */
export function budgetRow(type: Flow, row: RowAmounts, currency: Currency, isOpen: boolean, locale: Locale) {
  const { projected, actual } = row;
  const by = difference(type, projected, actual);
  const available = availableOf(type, row);
  return {
    state: rowState(type, row, isOpen),
    // The plan is met exactly, so neither "Under" nor "Above" would be true.
    isOnPlan: projected > 0 && by === 0 && !row.carried,
    status: rowStatus(type, row),
    difference: by,
    available,
    text: {
      projected: formatWhole(projected, currency, locale),
      actual: formatWhole(actual, currency, locale),
      difference: formatWhole(by, currency, locale),
      available: formatWhole(available, currency, locale),
      percent: percentText(actual, projected),
    },
    exact: {
      projected: formatMoney(projected, currency, locale),
      actual: formatMoney(actual, currency, locale),
      difference: formatMoney(by, currency, locale),
      available: formatMoney(available, currency, locale),
    },
  };
}

export type BudgetRow = ReturnType<typeof budgetRow>;

export function rowState(type: Flow, row: RowAmounts, isOpen: boolean): RowState {
  if (row.projected === 0 && !row.carried) return row.actual === 0 ? "empty" : "unplanned";
  if (availableOf(type, row) >= 0) return "met";
  return type === "income" && isOpen ? "to-come" : "missed";
}

export function percentText(actual: Cents, projected: Cents): string {
  const percent = Math.max(0, percentOf(actual, projected));
  return percent > 999 ? ">999%" : `${percent}%`;
}

/** "72% of plan", "Just under plan" */
export function percentOfPlan(actual: Cents, planned: Cents): string {
  if (planned === 0) return "No plan yet";
  if (percentOf(actual, planned) === 100 && actual !== planned)
    return actual < planned ? "Just under plan" : "Just over plan";
  return `${percentText(actual, planned)} of plan`;
}

export const unplannedText = (actual: Cents, currency: Currency, locale: Locale): string =>
  `Not planned: ${formatMoney(actual, currency, locale)}`;
