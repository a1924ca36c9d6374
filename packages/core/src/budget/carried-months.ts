import { deriveMonths, type MonthFacts } from "@coffer/domain/budget/budget";
import { type CarriedMonth, carriedSince, carryThrough } from "@coffer/domain/budget/carry";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { addMonthsTo, type Month, previousMonth } from "@coffer/domain/time/month";
import type { BudgetStore } from "./budget-store.ts";

/** What is carried is followed back so far: nobody looks for what was left five years ago. */
const MOST_MONTHS = 60;

export type CarriedMonths = {
  categories: Category[];
  /** From the first month that was asked for. */
  months: CarriedMonth[];
  /** From the month on whose end was carried first. */
  carriedThrough: CarriedMonth[];
  facts: MonthFacts[];
};

/** Some months in order, with what their categories carry from one into the next and into the first. */
export async function readCarriedMonths(
  stores: { budgets: BudgetStore },
  ownerId: Id,
  first: Month,
  last: Month,
): Promise<CarriedMonths> {
  const { categories, months: facts } = await stores.budgets.monthsAndCategories(ownerId, first, last);
  const since = carriedSince(categories, first, addMonthsTo(first, -MOST_MONTHS));
  const before = since ? await stores.budgets.months(ownerId, since, previousMonth(first)) : [];
  const carriedThrough = carryThrough(categories, deriveMonths([...before, ...facts]));
  return { categories, facts, carriedThrough, months: carriedThrough.slice(before.length) };
}
