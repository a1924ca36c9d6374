import type { Category, Flow } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import type { OpenBudget } from "./access.ts";
import type { Env } from "./env.ts";
import { type Creation, created, type IdempotencyKey } from "./idempotency.ts";
import { invalid, notFound, Refusal } from "./refusal.ts";

export type CategoryDraft = Omit<Category, "id">;

/** How much a deletion of a category would touch. */
export type CategoryUsage = { transactions: number; budgets: number; subscriptions: number; goals: number };

/** A deleted category can be restored for this long, with all that named it. */
export const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;

export type CategoryStore = {
  list(ownerId: Id): Promise<Category[]>;
  /** Adds it, or gives the category that was added before under the same key. */
  add(
    ownerId: Id,
    category: Category,
    idempotencyKey: IdempotencyKey | undefined,
    now: number,
  ): Promise<Creation<Category>>;
  /** "used" when its type would change although it has transactions. */
  replace(ownerId: Id, category: Category): Promise<"replaced" | "notFound" | "used">;
  /** Undefined when it is not there. */
  usage(ownerId: Id, id: Id): Promise<CategoryUsage | undefined>;
  /**
   * Deletes it in one write, and with it, for every reader, all that belongs to it; with `moveTo` everything belongs
   * to that category from then on. "unfit" for a target that is not there or is of the other type. `now` in
   * milliseconds.
   */
  remove(ownerId: Id, id: Id, moveTo: Id | null, now: number): Promise<"removed" | "notFound" | "unfit">;
  /** The category as it was, with all that still names it; undefined once it is cleaned up, or was never there. */
  restore(ownerId: Id, id: Id): Promise<Category | undefined>;
  /** Moves or deletes for good what names the categories of a budget that were deleted before an instant (milliseconds). */
  cleanUp(ownerId: Id, deletedBefore: number): Promise<void>;
  ownersToCleanUp(deletedBefore: number): Promise<Id[]>;
};

/** The categories of a budget. */
export function createCategories(
  stores: { categories: CategoryStore },
  { clock, ids }: Pick<Env, "clock" | "ids">,
) {
  return {
    list: (budget: OpenBudget): Promise<Category[]> => stores.categories.list(budget.ownerId),

    async add(budget: OpenBudget, draft: CategoryDraft, idempotencyKey?: IdempotencyKey): Promise<Category> {
      const category = { id: ids(), ...draft };
      return created(await stores.categories.add(budget.ownerId, category, idempotencyKey, clock()));
    },

    async update(budget: OpenBudget, id: Id, draft: CategoryDraft): Promise<Category> {
      const category = { id, ...draft };
      const outcome = await stores.categories.replace(budget.ownerId, category);
      if (outcome === "notFound") throw notFound("Category");
      if (outcome === "used") {
        throw new Refusal("conflict", "This category has transactions, so its type cannot change");
      }
      return category;
    },

    async usage(budget: OpenBudget, id: Id): Promise<CategoryUsage> {
      const usage = await stores.categories.usage(budget.ownerId, id);
      if (!usage) throw notFound("Category");
      return usage;
    },

    /** Deletes it with its budgets and transactions, or moves them to another category of its type. */
    async remove(budget: OpenBudget, id: Id, moveTo?: Id): Promise<void> {
      const outcome = await stores.categories.remove(budget.ownerId, id, moveTo ?? null, clock());
      if (outcome === "notFound") throw notFound("Category");
      if (outcome === "unfit") throw invalid("moveTo", "Choose another category of the same type");
    },

    async restore(budget: OpenBudget, id: Id): Promise<Category> {
      const category = await stores.categories.restore(budget.ownerId, id);
      if (!category) throw notFound("Category");
      return category;
    },

    /** Clears away what can no longer be restored at an instant (milliseconds); nothing before its time. */
    async cleanUp(at: number): Promise<void> {
      const deletedBefore = Math.min(at, clock()) - RESTORABLE_MS;
      const failures: unknown[] = [];
      for (const ownerId of await stores.categories.ownersToCleanUp(deletedBefore)) {
        // One budget's trouble is not the others'.
        await stores.categories.cleanUp(ownerId, deletedBefore).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Why nothing can be written that names a category: it is not in the budget, or of the other type. */
export type CategoryProblem = "noCategory" | "otherType";

/** A category that no transaction of a type, or no plan, can have. */
export function unfitCategory(problem: CategoryProblem, type: Flow): Refusal {
  return problem === "noCategory"
    ? categoryRequired()
    : invalid("categoryId", `Choose a category of type ${type}`);
}

export function categoryRequired(): Refusal {
  return invalid("categoryId", "Category is required");
}

/** What a person is told who links a goal or a subscription to a category that is not in the budget. */
export function noSuchCategory(): Refusal {
  return invalid("categoryId", "Choose a category of this budget");
}
