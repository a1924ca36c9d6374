import type { Budget } from "../budget/budget.ts";
import type { Id } from "../id.ts";
import { type Cents, sum, ZERO } from "../money/money.ts";
import type { Category, Flow } from "./category.ts";

export type Place = { id: Id; group: string | null; archived: boolean };

/** In the order that people chose; categories never moved follow by creation. */
export function inOrder<T extends Pick<Category, "id" | "position">>(categories: readonly T[]): T[] {
  const place = ({ position }: T) => position ?? Number.POSITIVE_INFINITY;
  return categories.toSorted((a, b) => (place(a) === place(b) ? a.id - b.id : place(a) - place(b)));
}

export function shownCategories(categories: readonly Category[], budgets: readonly Budget[]): Category[] {
  const used = new Set(
    budgets
      .filter(({ projected, actual, carried = ZERO }) =>
        [projected, actual, carried].some((one) => one !== 0),
      )
      .map(({ categoryId }) => categoryId),
  );
  return inOrder(categories.filter(({ id, archived }) => !archived || used.has(id)));
}

/** Undefined if a place names an unknown category, or one twice. Categories without a place follow in their order. */
export function arrange(categories: readonly Category[], places: readonly Place[]): Category[] | undefined {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const arranged: Category[] = [];
  for (const { id, group, archived } of places) {
    const category = byId.get(id);
    if (!category) return undefined;
    byId.delete(id);
    arranged.push({ ...category, group, archived });
  }
  return [...arranged, ...inOrder([...byId.values()])].map((category, position) => ({
    ...category,
    position,
  }));
}

/** The categories of a type in order, including those without a budget; archived ones only if they have figures. */
export function shownRows(type: Flow, categories: readonly Category[], budgets: readonly Budget[]) {
  const byCategory = new Map(budgets.map((budget) => [budget.categoryId, budget]));
  return shownCategories(categories, budgets)
    .filter((category) => category.type === type)
    .map((category) => {
      const { projected = ZERO, actual = ZERO, carried = ZERO } = byCategory.get(category.id) ?? {};
      return { category, projected, actual, carried };
    });
}

/** The name is null for categories without a group. */
export function groups(type: Flow, categories: readonly Category[], budgets: readonly Budget[]) {
  const byName = Map.groupBy(shownRows(type, categories, budgets), ({ category }) => category.group ?? null);
  return [...byName].map(([name, rows]) => ({
    name,
    rows,
    ...totalOf(rows),
    carried: sum(rows.map(({ carried }) => carried)),
  }));
}

export type Group = ReturnType<typeof groups>[number];

export const totalOf = (rows: readonly { projected: Cents; actual: Cents }[]) => ({
  projected: sum(rows.map(({ projected }) => projected)),
  actual: sum(rows.map(({ actual }) => actual)),
});
