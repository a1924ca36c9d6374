import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { Versioned } from "../activity/recording.ts";

/** The extent of a category's deletion; with `soFar` at least that: not all rows were read. */
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
  /** Ends for good what was deleted before an instant (milliseconds): categories with what names them, undone imports. */
  cleanUp(ownerId: Id, deletedBefore: number): Promise<void>;
  ownersToCleanUp(deletedBefore: number): Promise<Id[]>;
};
