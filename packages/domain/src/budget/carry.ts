import type { Carry, Category } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, minus, ZERO } from "../money/money.ts";
import { type Month, previousMonth } from "../time/month.ts";
import { availableOf, type Budget, budgetId } from "./budget.ts";

export type Carrying = Pick<Category, "id" | "type" | "carry" | "earlierCarries">;

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

/** The month from which to compute the amounts carried into `month`; null if nothing is carried into it. */
export function carriedSince(categories: readonly Carrying[], month: Month, earliest: Month): Month | null {
  let first = month;
  while (first > earliest && categories.some((one) => carryOf(one, previousMonth(first)) !== "none")) {
    first = previousMonth(first);
  }
  return first === month ? null : first;
}

/** `months` are in order, without gaps. A category that carries money always has a row, even without plan or actual. */
export function carryThrough(
  categories: readonly Carrying[],
  months: readonly { month: Month; budgets: readonly Budget[] }[],
): CarriedMonth[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  let opening: ReadonlyMap<Id, Cents> = new Map();
  return months.map(({ month, budgets }) => {
    const rows = withCarried(month, budgets, opening, byId);
    const isKept = ({ categoryId, available }: CarriedBudget) => {
      const category = byId.get(categoryId);
      const carry = category ? carryOf(category, month) : "none";
      return available !== 0 && (carry === "all" || (carry === "surplus" && available > 0));
    };
    opening = new Map(rows.filter(isKept).map(({ categoryId, available }) => [categoryId, available]));
    return { month, budgets: rows };
  });
}

function withCarried(
  month: Month,
  budgets: readonly Budget[],
  opening: ReadonlyMap<Id, Cents>,
  byId: ReadonlyMap<Id, Carrying>,
): CarriedBudget[] {
  const there = new Set(budgets.map(({ categoryId }) => categoryId));
  const actualsSince = budgets.find((one) => one.actualsSince !== undefined)?.actualsSince;
  const blank = { month, projected: ZERO, actual: ZERO, ...(actualsSince !== undefined && { actualsSince }) };
  const opened = [...opening.keys()]
    .filter((id) => !there.has(id))
    .map((categoryId): Budget => ({ ...blank, id: budgetId(month, categoryId), categoryId }));
  return [...budgets, ...opened]
    .map((budget) => {
      const carried = opening.get(budget.categoryId) ?? ZERO;
      const type = byId.get(budget.categoryId)?.type ?? "expense";
      return { ...budget, carried, available: availableOf(type, { ...budget, carried }) };
    })
    .sort((a, b) => a.categoryId - b.categoryId);
}

/** The amount that each earlier month added to what a category carries into `month`; they add up to it. */
export function carriedParts(categoryId: Id, months: readonly CarriedMonth[], month: Month) {
  const openings = months.map(({ month: of, budgets }) => {
    const row = budgets.find((one) => one.categoryId === categoryId);
    return { month: of, carried: row?.carried ?? ZERO };
  });
  return openings.flatMap(({ month: of, carried }, index) => {
    const next = openings[index + 1];
    const isPart = next && next.month <= month && next.carried !== carried;
    return isPart ? [{ month: of, amount: minus(next.carried, carried) }] : [];
  });
}
