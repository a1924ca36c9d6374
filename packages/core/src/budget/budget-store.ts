import type { MonthFacts, MonthSums, Plan } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import type { Goal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { Month } from "@coffer/domain/time/month";
import type { Version } from "../activity/recording.ts";

/**
 * The plans of a month as they are shown, by category; `versions` are of the plans that were saved for a category
 * itself, `names` of the live categories.
 */
export type StoredPlans = {
  plans: ReadonlyMap<Id, Plan>;
  versions: ReadonlyMap<Id, Version>;
  names: ReadonlyMap<Id, string>;
};

export type MonthView = {
  facts: MonthFacts;
  history: MonthSums[];
  subscriptions: Subscription[];
  goals: Goal[];
  categories: Category[];
};

export type BudgetStore = {
  /** The facts of every month from `first` to `last`, both included, in order. */
  months(ownerId: Id, first: Month, last: Month): Promise<MonthFacts[]>;
  /** The same with the live categories, which takes no read more. */
  monthsAndCategories(
    ownerId: Id,
    first: Month,
    last: Month,
  ): Promise<{ months: MonthFacts[]; categories: Category[] }>;
  /**
   * The budgets of the same months, as `deriveMonths` derives them from their facts, and the live categories. Past
   * months are cached as their closings, each void as soon as anything in it changes; `now` in milliseconds.
   */
  sums(
    ownerId: Id,
    first: Month,
    last: Month,
    now: number,
  ): Promise<{ months: MonthSums[]; categories: Category[] }>;
  /** All that a month's figures come from, in two round trips: its facts, and the sums from `first` until it. */
  view(ownerId: Id, first: Month, month: Month, now: number): Promise<MonthView>;
  plans(ownerId: Id, month: Month): Promise<StoredPlans>;
};
