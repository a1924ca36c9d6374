import { type Budget, budgetsOf } from "../budget/budget.ts";
import type { Id } from "../id.ts";
import { type Cents, sum, ZERO } from "../money/money.ts";
import type { Category, Flow } from "./category.ts";

export type Place = { id: Id; group: string | null; archived: boolean };

type GroupRow = { category: Category; projected: Cents; actual: Cents; carried: Cents };
/** Categories under one heading with their subtotals; those without a group have the name null. */
export type Group = { name: string | null; rows: GroupRow[]; projected: Cents; actual: Cents };

/** As people ordered them; those that nobody moved follow, by creation. */
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

/** Undefined if a place names no category, or one twice. Categories that somebody has just added follow as they were. */
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

export function groups(type: Flow, categories: readonly Category[], budgets: readonly Budget[]): Group[] {
  const byCategory = new Map(
    budgetsOf(type, categories, budgets).map((budget) => [budget.categoryId, budget]),
  );
  const byName = new Map<string | null, GroupRow[]>();
  for (const category of shownCategories(categories, budgets)) {
    if (category.type !== type) continue;
    const { projected = ZERO, actual = ZERO, carried = ZERO } = byCategory.get(category.id) ?? {};
    const name = category.group ?? null;
    byName.set(name, [...(byName.get(name) ?? []), { category, projected, actual, carried }]);
  }
  return [...byName].map(([name, rows]) => ({ name, rows, ...totalOf(rows) }));
}

export const totalOf = (rows: readonly { projected: Cents; actual: Cents }[]) => ({
  projected: sum(rows.map(({ projected }) => projected)),
  actual: sum(rows.map(({ actual }) => actual)),
});
