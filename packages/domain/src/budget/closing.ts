import type { Id } from "../id.ts";
import { type Cents, cents } from "../money/money.ts";
import { addDays, toDay } from "../time/day.ts";
import { type Month, monthOfDay, previousMonth } from "../time/month.ts";
import { type Budget, budgetId } from "./budget.ts";

/** The sums of a past month: category, planned and actual (cents) of each row in turn, as one list to store. */
export type Closing = { rows: number[]; resetAt: number | null };

const VALUES = 3;

export function closingOf(budgets: readonly Budget[], resetAt: number | null): Closing {
  return {
    rows: budgets.flatMap(({ categoryId, projected, actual }) => [categoryId, projected, actual]),
    resetAt,
  };
}

/** The budgets that a closing was made of. */
export function budgetsIn(month: Month, { rows, resetAt }: Closing): Budget[] {
  return Array.from({ length: rows.length / VALUES }, (_, index) => {
    const [categoryId = 0, projected = 0, actual = 0] = rows.slice(index * VALUES, (index + 1) * VALUES);
    return rowOf(month, categoryId, cents(projected), cents(actual), resetAt);
  });
}

function rowOf(
  month: Month,
  categoryId: Id,
  projected: Cents,
  actual: Cents,
  resetAt: number | null,
): Budget {
  const id = budgetId(month, categoryId);
  return { id, categoryId, month, projected, actual, ...(resetAt !== null && { actualsSince: resetAt }) };
}

/** The date in Greenwich of an instant in milliseconds, some days on. */
function dayAt(instant: number, days: number) {
  const date = new Date(instant);
  return addDays(toDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()), days);
}

/** The last month that is over everywhere for a day, whatever another machine's clock says. */
export const lastClosable = (now: number): Month => previousMonth(monthOfDay(dayAt(now, -2)));

/** Whether a month may have been closed by now. */
export const mayBeClosed = (month: Month, now: number): boolean => month < monthOfDay(dayAt(now, 1));
