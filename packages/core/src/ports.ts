import type { Id } from "@coffer/domain/id";
import type { BudgetStore } from "./budgets.ts";
import type { CategoryStore } from "./categories.ts";
import type { GoalStore, MilestoneStore } from "./goals.ts";
import type { TransactionStore } from "./transactions.ts";

/** The current instant in milliseconds. */
export type Clock = () => number;

/** A new id: a positive safe integer that sorts by creation. */
export type Ids = () => Id;

/** Everything kept, a part per noun. `packages/dynamo` is its one implementation. */
export type Store = {
  categories: CategoryStore;
  transactions: TransactionStore;
  budgets: BudgetStore;
  goals: GoalStore;
  milestones: MilestoneStore;
};

/** What the use cases need from the world; adapters are made in functions/src/lambda and functions/src/local. */
export type Ports = {
  store: Store;
  clock: Clock;
  ids: Ids;
};
