import type { Category } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import type { OpenBudget } from "./access.ts";
import type { Once } from "./once.ts";
import type { Ports } from "./ports.ts";
import { missing } from "./refusal.ts";

export type CategoryDraft = Omit<Category, "id">;

export type CategoryStore = {
  list(ownerId: Id): Promise<Category[]>;
  /** Adds it, or gives the category that the same `once` added before; refuses (conflict) another request under its key. */
  add(ownerId: Id, category: Category, once: Once | undefined, now: number): Promise<Category>;
  /** False when it is not there. */
  replace(ownerId: Id, category: Category): Promise<boolean>;
};

/** The categories of a budget. */
export function createCategories({ store, ids, clock }: Ports) {
  return {
    list: (budget: OpenBudget): Promise<Category[]> => store.categories.list(budget.ownerId),

    add: (budget: OpenBudget, draft: CategoryDraft, once?: Once): Promise<Category> =>
      store.categories.add(budget.ownerId, { id: ids(), ...draft }, once, clock()),

    async update(budget: OpenBudget, id: Id, draft: CategoryDraft): Promise<Category> {
      const category = { id, ...draft };
      if (!(await store.categories.replace(budget.ownerId, category))) throw missing("Category");
      return category;
    },
  };
}
