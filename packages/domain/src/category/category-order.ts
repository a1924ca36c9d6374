import type { Budget } from "../budget/budget.ts";
import type { Id } from "../id.ts";
import { type Cents, sum, ZERO } from "../money/money.ts";
import type { Category, Flow } from "./category.ts";

export type Place = { id: Id; group: string | null; archived: boolean };

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

/** Every category of a flow in order, those without a budget included, archived ones only where they have figures. */
export function shownRows(type: Flow, categories: readonly Category[], budgets: readonly Budget[]) {
  const byCategory = new Map(budgets.map((budget) => [budget.categoryId, budget]));
  return shownCategories(categories, budgets)
    .filter((category) => category.type === type)
    .map((category) => {
      const { projected = ZERO, actual = ZERO, carried = ZERO } = byCategory.get(category.id) ?? {};
      return { category, projected, actual, carried };
    });
}

/** Without a group their name is null. */
export function groups(type: Flow, categories: readonly Category[], budgets: readonly Budget[]) {
  const byName = Map.groupBy(shownRows(type, categories, budgets), ({ category }) => category.group ?? null);
  return [...byName].map(([name, rows]) => ({ name, rows, ...totalOf(rows) }));
}

export type Group = ReturnType<typeof groups>[number];

export const totalOf = (rows: readonly { projected: Cents; actual: Cents }[]) => ({
  projected: sum(rows.map(({ projected }) => projected)),
  actual: sum(rows.map(({ actual }) => actual)),
});
