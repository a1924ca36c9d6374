import type { MonthFacts, MonthSums, Plan } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import type { Goal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { Month } from "@coffer/domain/time/month";
import type { Version } from "../activity/recording.ts";

/** As they are shown, by category; `versions` are of plans saved for the category itself, `names` of live categories. */
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
  view(ownerId: Id, first: Month, month: Month, now: number): Promise<MonthView>;
  plans(ownerId: Id, month: Month): Promise<StoredPlans>;
};
