import { type Budget, deriveMonths, type MonthFacts } from "@coffer/domain/budget/budget";
import { type CarriedMonth, carriedSince, carryThrough } from "@coffer/domain/budget/carry";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { addMonthsTo, type Month, previousMonth } from "@coffer/domain/time/month";
import type { BudgetStore, Carried } from "./budget-store.ts";

/** How many months carried amounts are followed back. Older leftovers are ignored. */
const MOST_MONTHS = 60;

type Sums = { months: { month: Month; budgets: Budget[] }[]; categories: Category[]; carried?: Carried };
type CarriedMonths = { categories: Category[]; months: CarriedMonth[] };

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
): Promise<CarriedMonths & { carriedThrough: CarriedMonth[]; facts: MonthFacts[] }> {
  const [before, { months: facts, categories }] = await Promise.all([
    first < factsFrom ? stores.budgets.sums(ownerId, first, previousMonth(factsFrom), now) : { months: [] },
    stores.budgets.monthsAndCategories(ownerId, factsFrom, last),
  ]);
  const sums = [...before.months, ...deriveMonths(facts)];
  return { facts, ...(await carryFromStart(stores, ownerId, { months: sums, categories }, now)) };
}

/** Adds carried amounts to the months. If those into the first are not cached, reads earlier months and caches them. */
export async function carryInto(
  stores: { budgets: BudgetStore },
  ownerId: Id,
  { months, categories, carried }: Sums,
  now: number,
): Promise<CarriedMonths> {
  if (carried?.into) return { categories, months: carryThrough(categories, months, carried.into) };
  const all = await carryFromStart(stores, ownerId, { months, categories }, now);
  const [first] = all.months;
  if (first && all.carriedThrough.length > all.months.length) {
    const into = first.budgets.filter(({ carried }) => carried !== 0);
    await carried?.keep(new Map(into.map(({ categoryId, carried }) => [categoryId, carried])));
  }
  return all;
}

/** The same without a cache, from the first month that carries into the next. `carriedThrough` has all months read. */
async function carryFromStart(
  { budgets }: { budgets: BudgetStore },
  ownerId: Id,
  { months, categories }: Pick<Sums, "months" | "categories">,
  now: number,
): Promise<CarriedMonths & { carriedThrough: CarriedMonth[] }> {
  const [first] = months;
  const since = first && carriedSince(categories, first.month, addMonthsTo(first.month, -MOST_MONTHS));
  const before = since ? (await budgets.sums(ownerId, since, previousMonth(first.month), now)).months : [];
  const carriedThrough = carryThrough(categories, [...before, ...months]);
  return { categories, carriedThrough, months: carriedThrough.slice(before.length) };
}
