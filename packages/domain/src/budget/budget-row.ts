import type { Flow } from "../category/category.ts";
import { type Cents, type Currency, formatMoney, formatWhole } from "../money/money.ts";
import { availableOf, difference, percentOf, type RowAmounts, rowStatus } from "./budget.ts";

/** `empty` is 0 of 0, `unplanned` has an actual without a plan, `to-come` is income that may still arrive. */
export type RowState = "empty" | "unplanned" | "to-come" | "met" | "missed";

export const ON_PLAN = "On plan";

/** A row of Budget Planning, worded; `isOpen` until the month has ended. */
export function budgetRow(type: Flow, row: RowAmounts, currency: Currency, isOpen: boolean) {
  const { projected, actual } = row;
  const by = difference(type, projected, actual);
  const format = rowFormatter(projected, actual, currency);
  return {
    state: rowState(type, row, isOpen),
    // Exactly, so that neither "Under" nor "Above" says how it stands.
    isOnPlan: projected > 0 && by === 0 && !row.carried,
    status: rowStatus(type, row),
    difference: by,
    available: availableOf(type, row),
    text: {
      projected: format(projected),
      actual: format(actual),
      difference: format(by),
      percent: percentText(actual, projected),
    },
  };
}

export type BudgetRow = ReturnType<typeof budgetRow>;

export function rowState(type: Flow, row: RowAmounts, isOpen: boolean): RowState {
  if (row.projected === 0 && !row.carried) return row.actual === 0 ? "empty" : "unplanned";
  if (availableOf(type, row) >= 0) return "met";
  return type === "income" && isOpen ? "to-come" : "missed";
}

/** Whole units, unless rounding would hide an amount or contradict the row's status: then the cents are shown. */
function rowFormatter(projected: Cents, actual: Cents, currency: Currency): (amount: Cents) => string {
  const [plan, real] = [Math.round(projected / 100), Math.round(actual / 100)];
  const hidden = [projected, actual, projected - actual].some(
    (amount) => amount !== 0 && Math.round(amount / 100) === 0,
  );
  const format = hidden || (plan === real && projected !== actual) ? formatMoney : formatWhole;
  return (amount) => format(amount, currency);
}

/** "100%" only where actual and plan are equal, and "0%" only where one of them is 0. */
export function percentText(actual: Cents, projected: Cents): string {
  const percent = Math.max(0, percentOf(actual, projected));
  if (percent === 100 && actual !== projected) return actual > projected ? ">100%" : "<100%";
  if (percent > 999) return ">999%";
  if (percent === 0 && projected !== 0 && actual > 0) return "<1%";
  return `${percent}%`;
}

/** "72% of plan", "Just under plan" */
export function percentOfPlan(actual: Cents, planned: Cents): string {
  if (planned === 0) return "No plan yet";
  const percent = percentText(actual, planned);
  if (percent === "<100%") return "Just under plan";
  return percent === ">100%" ? "Just over plan" : `${percent} of plan`;
}

export const unplannedText = (actual: Cents, currency: Currency): string =>
  `Not planned: ${formatMoney(actual, currency)}`;
