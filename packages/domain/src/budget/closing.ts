import { cents, ZERO } from "../money/money.ts";
import { addDays } from "../time/day.ts";
import { type Month, monthOfDay, previousMonth } from "../time/month.ts";
import { today } from "../time/timezone.ts";
import { budgetId, type MonthSums } from "./budget.ts";

/**
 * The cached sums of a past month, in flat lists with four values a category: `rows` has its id, planned, actual and moved
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

const monthAt = (instant: number, days: number): Month => monthOfDay(addDays(today(instant, "UTC"), days));

/** The last month that ended at least a day ago in every time zone, which leaves room for clocks that differ. */
export const lastClosable = (now: number): Month => previousMonth(monthAt(now, -2));

export const mayBeClosed = (month: Month, now: number): boolean => month < monthAt(now, 1);
