import { cents, ZERO } from "../money/money.ts";
import { addDays } from "../time/day.ts";
import { type Month, monthOfDay, previousMonth } from "../time/month.ts";
import { today } from "../time/timezone.ts";
import { budgetId, type MonthSums } from "./budget.ts";

/** The sums of a past month; `rows` are category, planned, actual and moved (cents) of each row in turn. */
export type Closing = { rows: number[]; spent: number[]; resetAt: number | null };

const VALUES = 4;

export function closingOf({ budgets, spentByDay }: MonthSums, resetAt: number | null): Closing {
  const rows = budgets.flatMap(({ categoryId, projected, actual, moved = ZERO }) => [
    categoryId,
    projected,
    actual,
    moved,
  ]);
  return { rows, spent: spentByDay, resetAt };
}

export function sumsIn(month: Month, { rows, spent, resetAt }: Closing): MonthSums {
  const budgets = Array.from({ length: rows.length / VALUES }, (_, index) => {
    const row = rows.slice(index * VALUES, (index + 1) * VALUES);
    const [categoryId = 0, projected = 0, actual = 0, moved = 0] = row;
    return {
      id: budgetId(month, categoryId),
      categoryId,
      month,
      projected: cents(projected),
      ...(moved !== 0 && { moved: cents(moved) }),
      actual: cents(actual),
      ...(resetAt !== null && { actualsSince: resetAt }),
    };
  });
  return { month, budgets, spentByDay: spent.map(cents) };
}

const monthAt = (instant: number, days: number): Month => monthOfDay(addDays(today(instant, "UTC"), days));

/** The last month that is over everywhere for a day, whatever another machine's clock says. */
export const lastClosable = (now: number): Month => previousMonth(monthAt(now, -2));

export const mayBeClosed = (month: Month, now: number): boolean => month < monthAt(now, 1);
