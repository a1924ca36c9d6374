import { type Budget, deriveMonths, type MonthFacts } from "@coffer/domain/budget/budget";
import { type CarriedMonth, carriedSince, carryThrough } from "@coffer/domain/budget/carry";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { addMonthsTo, type Month, previousMonth } from "@coffer/domain/time/month";
import type { BudgetStore } from "./budget-store.ts";

/** Months for which carried amounts are followed back: nobody looks for what was left five years ago. */
const MOST_MONTHS = 60;

type Sums = { months: { month: Month; budgets: Budget[] }[]; categories: Category[] };
type CarriedMonths = {
  categories: Category[];
  months: CarriedMonth[];
  /** From the month on whose end was carried first. */
  carriedThrough: CarriedMonth[];
};

/** Some months in order, with what their categories carry from one into the next and into the first. */
export const readCarriedMonths = async (
  stores: { budgets: BudgetStore },
  ownerId: Id,
  first: Month,
  last: Month,
  now: number,
): Promise<CarriedMonths> =>
  carryInto(stores, ownerId, await stores.budgets.sums(ownerId, first, last, now), now);

/** The same with the facts of the months from `factsFrom` on, for those who show what their sums are made of. */
export async function readCarriedFacts(
  stores: { budgets: BudgetStore },
  ownerId: Id,
  { first, factsFrom, last }: { first: Month; factsFrom: Month; last: Month },
  now: number,
): Promise<CarriedMonths & { facts: MonthFacts[] }> {
  const [before, { months: facts, categories }] = await Promise.all([
    first < factsFrom ? stores.budgets.sums(ownerId, first, previousMonth(factsFrom), now) : { months: [] },
    stores.budgets.monthsAndCategories(ownerId, factsFrom, last),
  ]);
  const sums = [...before.months, ...deriveMonths(facts)];
  return { facts, ...(await carryInto(stores, ownerId, { months: sums, categories }, now)) };
}

/** The months with what is carried through them, and into the first, which may take a read more. */
export async function carryInto(
  { budgets }: { budgets: BudgetStore },
  ownerId: Id,
  { months, categories }: Sums,
  now: number,
): Promise<CarriedMonths> {
  const [first] = months;
  const since = first && carriedSince(categories, first.month, addMonthsTo(first.month, -MOST_MONTHS));
  const before = since ? (await budgets.sums(ownerId, since, previousMonth(first.month), now)).months : [];
  const carriedThrough = carryThrough(categories, [...before, ...months]);
  return { categories, carriedThrough, months: carriedThrough.slice(before.length) };
}
