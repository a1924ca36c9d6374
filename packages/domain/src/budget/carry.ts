import type { Carry, Category } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, minus, ZERO } from "../money/money.ts";
import { type Month, previousMonth } from "../time/month.ts";
import { actualsSince } from "./actuals-since.ts";
import { availableOf, type Budget, budgetId } from "./budget.ts";

export type Carrying = Pick<Category, "id" | "type" | "carry" | "earlierCarries" | "opening">;

/** `carried` is the amount carried into the month; `available` adds the plan and subtracts the actual. */
export type CarriedBudget = Budget & { carried: Cents; available: Cents };
export type CarriedMonth = { month: Month; budgets: CarriedBudget[] };

export function carryOf({ type, carry = "none", earlierCarries = [] }: Carrying, month: Month): Carry {
  if (type === "income") return "none";
  return earlierCarries.find(({ before }) => month < before)?.carry ?? carry;
}

/** Changes the category's carry from the end of `month` on; amounts already carried into it stay. */
export function withCarry<C extends Carrying>(category: C, carry: Carry, month: Month): C {
  const kept = (category.earlierCarries ?? []).filter(({ before }) => before < month);
  const until = carryOf(category, previousMonth(month));
  const earlierCarries = until === carry ? kept : [...kept, { before: month, carry: until }];
  return { ...category, carry, earlierCarries };
}

/**
 * The amount that was available when the household moved here. It replaces the amount carried over from the months
 * before; null if the category carried nothing then.
 */
export function openingOf(category: Carrying): NonNullable<Category["opening"]> | null {
  const { opening } = category;
  if (!opening) return null;
  const { month, amount } = opening;
  const carries = [carryOf(category, previousMonth(month)), carryOf(category, month)];
  if (carries.every((carry) => carry === "none")) return null;
  return { month, amount: carries.some((carry) => isKept(carry, amount)) ? amount : ZERO };
}

const isKept = (carry: Carry, amount: Cents): boolean =>
  amount !== 0 && (carry === "all" || (carry === "surplus" && amount > 0));

/** The month from which to compute the amounts carried into `month`; null if nothing is carried into it. */
export function carriedSince(categories: readonly Carrying[], month: Month, earliest: Month): Month | null {
  const starts = categories.map((category) => ({ category, start: openingOf(category)?.month ?? earliest }));
  // An opening after `month` does not affect it.
  const isCarriedInto = (first: Month) =>
    starts.some(
      ({ category, start }) =>
        (start < first || start > month) && carryOf(category, previousMonth(first)) !== "none",
    );
  let first = month;
  while (first > earliest && isCarriedInto(first)) first = previousMonth(first);
  return first === month ? null : first;
}

/**
 * `months` are in order, without gaps, and `into` is carried into the first of them. A category that carries money always
 * has a row, even without plan or actual.
 */
export function carryThrough(
  categories: readonly Carrying[],
  months: readonly { month: Month; budgets: readonly Budget[] }[],
  into: ReadonlyMap<Id, Cents> = new Map(),
): CarriedMonth[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const openings = Map.groupBy(
    categories.flatMap((category) => {
      const opening = openingOf(category);
      return opening ? [{ ...opening, id: category.id }] : [];
    }),
    ({ month }) => month,
  );
  let left = into;
  return months.map(({ month, budgets }) => {
    const opened = (openings.get(month) ?? []).map(({ id, amount }) => [id, amount] as const);
    const into = [...new Map([...left, ...opened])].filter(([, amount]) => amount !== 0);
    const rows = withCarried(month, budgets, new Map(into), byId);
    const isLeft = ({ categoryId, available }: CarriedBudget) => {
      const category = byId.get(categoryId);
      return category !== undefined && isKept(carryOf(category, month), available);
    };
    left = new Map(rows.filter(isLeft).map(({ categoryId, available }) => [categoryId, available]));
    return { month, budgets: rows };
  });
}

function withCarried(
  month: Month,
  budgets: readonly Budget[],
  opening: ReadonlyMap<Id, Cents>,
  byId: ReadonlyMap<Id, Carrying>,
): CarriedBudget[] {
  const existing = new Set(budgets.map(({ categoryId }) => categoryId));
  const resetAt = actualsSince(budgets);
  const blank = {
    month,
    projected: ZERO,
    actual: ZERO,
    ...(resetAt !== null && { actualsSince: resetAt }),
  };
  const opened = [...opening.keys()]
    .filter((id) => !existing.has(id))
    .map((categoryId): Budget => ({ ...blank, id: budgetId(month, categoryId), categoryId }));
  return [...budgets, ...opened]
    .map((budget) => {
      const carried = opening.get(budget.categoryId) ?? ZERO;
      const type = byId.get(budget.categoryId)?.type ?? "expense";
      return { ...budget, carried, available: availableOf(type, { ...budget, carried }) };
    })
    .sort((a, b) => a.categoryId - b.categoryId);
}

/**
 * The amount that each earlier month added to what a category carries into `month`; they add up to it, with the opening
 * if `since` is its month.
 */
export function carriedParts(categoryId: Id, months: readonly CarriedMonth[], month: Month, since?: Month) {
  const counted = months.filter(({ month: of }) => since === undefined || of >= since);
  const openings = counted.map(({ month: of, budgets }) => {
    const row = budgets.find((one) => one.categoryId === categoryId);
    return { month: of, carried: row?.carried ?? ZERO };
  });
  return openings.flatMap(({ month: of, carried }, index) => {
    const next = openings[index + 1];
    const isPart = next && next.month <= month && next.carried !== carried;
    return isPart ? [{ month: of, amount: minus(next.carried, carried) }] : [];
  });
}
