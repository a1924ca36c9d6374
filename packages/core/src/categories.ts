import type { Category, Flow } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import type { OpenBudget } from "./access.ts";
import type { Env } from "./env.ts";
import type { IdempotencyKey } from "./idempotency.ts";
import { invalid, notFound, Refusal } from "./refusal.ts";

export type CategoryDraft = Omit<Category, "id">;

/** How much a deletion of a category would touch. */
export type CategoryUsage = { transactions: number; budgets: number; subscriptions: number; goals: number };

/** How much of a deletion's work to do at most: pages of a megabyte read, items written. */
export type Portion = { pages: number; writes: number };

export type CategoryStore = {
  list(ownerId: Id): Promise<Category[]>;
  /** Adds it, or gives the category that the same `once` added before; refuses (conflict) another request under its key. */
  add(
    ownerId: Id,
    category: Category,
    idempotencyKey: IdempotencyKey | undefined,
    now: number,
  ): Promise<Category>;
  /** "used" when its type would change although it has transactions. */
  replace(ownerId: Id, category: Category): Promise<"replaced" | "notFound" | "used">;
  /** Undefined when it is not there. */
  usage(ownerId: Id, id: Id): Promise<CategoryUsage | undefined>;
  /**
   * Takes the category away in one write, and with it, for every reader, all that belongs to it; with `moveTo`
   * everything belongs to that category from then on. Refuses a category that is not there (notFound) and a
   * target that is not there or is of the other type (invalid). `now` in milliseconds.
   */
  remove(ownerId: Id, id: Id, moveTo: Id | null, now: number): Promise<void>;
  /** Deletes or moves what removed categories left behind in one budget. False when some is left over. */
  finishDeletions(ownerId: Id, now: number, portion?: Portion): Promise<boolean>;
  /** The owners of budgets in which removed categories left something behind. */
  unfinishedDeletions(): Promise<Id[]>;
};

/** What a person waits for; a larger rest is left to housekeeping, which nobody sees. */
const AT_ONCE: Portion = { pages: 4, writes: 1_000 };

/** The categories of a budget. */
export function createCategories(
  stores: { categories: CategoryStore },
  { clock, ids }: Pick<Env, "clock" | "ids">,
) {
  return {
    list: (budget: OpenBudget): Promise<Category[]> => stores.categories.list(budget.ownerId),

    add: (budget: OpenBudget, draft: CategoryDraft, idempotencyKey?: IdempotencyKey): Promise<Category> =>
      stores.categories.add(budget.ownerId, { id: ids(), ...draft }, idempotencyKey, clock()),

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
      await stores.categories.remove(budget.ownerId, id, moveTo ?? null, clock());
      try {
        await stores.categories.finishDeletions(budget.ownerId, clock(), AT_ONCE);
      } catch (error) {
        // The category is gone for everybody already: a busy store is housekeeping's to wait for.
        if (!(error instanceof Refusal)) throw error;
      }
    },

    /** Finishes every deletion that a crash or its size left unfinished; returns in how many budgets. */
    async finishDeletions(): Promise<number> {
      const owners = await stores.categories.unfinishedDeletions();
      const failures: unknown[] = [];
      for (const ownerId of owners) {
        // One budget's trouble is not the others'.
        await stores.categories.finishDeletions(ownerId, clock()).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
      return owners.length;
    },
  };
}

/** A category that is not in the budget, or that no transaction can get any more. */
export function categoryRequired(): Refusal {
  return invalid("categoryId", "Category is required");
}

/** A category of the other type than its transaction's. */
export function categoryOfOtherType(type: Flow): Refusal {
  return invalid("categoryId", `Choose a category of type ${type}`);
}
