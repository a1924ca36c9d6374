import { type Budget, deriveMonths, type MonthFacts } from "@coffer/domain/budget/budget";
import { type CarriedMonth, carriedSince, carryThrough } from "@coffer/domain/budget/carry";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { addMonthsTo, type Month, previousMonth } from "@coffer/domain/time/month";
import type { BudgetStore } from "./budget-store.ts";

/** How many months carried amounts are followed back. Older leftovers are ignored. */
const MOST_MONTHS = 60;

type Sums = { months: { month: Month; budgets: Budget[] }[]; categories: Category[] };
type CarriedMonths = {
  categories: Category[];
  months: CarriedMonth[];
  /** All months from the first one that carries into the next. */
  carriedThrough: CarriedMonth[];
};

/** The months from `first` to `last` in order, with the amounts that categories carry into each of them. */
export const readCarriedMonths = async (
  stores: { budgets: BudgetStore },
  ownerId: Id,
  first: Month,
  last: Month,
  now: number,
): Promise<CarriedMonths> =>
  carryInto(stores, ownerId, await stores.budgets.sums(ownerId, first, last, now), now);

/** The same, with the facts of the months from `factsFrom` on that the sums are made of. */
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

/** Adds carried amounts to the months. May read earlier months for what is carried into the first. */
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
