import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { Versioned } from "../activity/recording.ts";

/** The effects of a category's deletion. With `soFar` these are minimums, as not all rows were read. */
export type CategoryUsage = {
  transactions: number;
  budgets: number;
  subscriptions: number;
  goals: number;
  soFar?: true;
};

export type CategoryStore = {
  list(ownerId: Id): Promise<Category[]>;
  listVersioned(ownerId: Id): Promise<Versioned<Category>[]>;
  usage(ownerId: Id, id: Id): Promise<CategoryUsage | undefined>;
  /** Deletes categories (with what references them) and undone imports for good, if deleted before an instant (ms). */
  cleanUp(ownerId: Id, deletedBefore: number): Promise<void>;
  ownersToCleanUp(deletedBefore: number): Promise<Id[]>;
};
