import type { MonthFacts, MonthSums, Plan } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import type { Goal, HeldGoal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { Account } from "@coffer/domain/money-account/account";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { Month } from "@coffer/domain/time/month";
import type { Totals } from "@coffer/domain/transaction/search";
import type { Version, Versioned } from "../activity/recording.ts";
import type { GrantedShare } from "../share/share-stores.ts";

/** Plans by category, as they are shown. `versions` has plans saved for the category itself; `names` live categories. */
export type StoredPlans = {
  plans: ReadonlyMap<Id, Plan>;
  versions: ReadonlyMap<Id, Version>;
  names: ReadonlyMap<Id, string>;
};

/**
 * The amounts that categories carry into the first of the requested months. `into` is undefined if they are not cached:
 * `keep` caches them, until an earlier month or a category changes.
 */
export type Carried = {
  into: ReadonlyMap<Id, Cents> | undefined;
  keep(into: ReadonlyMap<Id, Cents>): Promise<void>;
};

export type Figures = {
  months: MonthSums[];
  carried: Carried;
  subscriptions: Subscription[];
  goals: Goal[];
  categories: Category[];
  /** The rows in review, which no figure counts. */
  review: Totals;
};

/** With whom the ledger is shared. */
type Shares = { shares: GrantedShare[] };
export type MonthView = Omit<Figures, "months"> & Shares & { facts: MonthFacts; history: MonthSums[] };

/** The facts of the current and of later months, with what a forecast needs. */
type Ahead = Omit<MonthView, "facts" | "shares" | "carried"> & { months: MonthFacts[]; accounts: Account[] };

export type BudgetStore = {
  /** The facts of every month from `first` to `last` (inclusive), in order. Reads all their transactions. */
  months(ownerId: Id, first: Month, last: Month): Promise<MonthFacts[]>;
  /** The same, with the live categories. */
  monthsAndCategories(
    ownerId: Id,
    first: Month,
    last: Month,
  ): Promise<{ months: MonthFacts[]; categories: Category[] }>;
  /**
   * The budgets of the months from `first` to `last`, equal to `deriveMonths` of their facts, and the live categories.
   * They are cached as closings, which a change of a transaction updates and any other change invalidates: transactions
   * are only read for a month without one. `now` in milliseconds.
   */
  sums(
    ownerId: Id,
    first: Month,
    last: Month,
    now: number,
  ): Promise<{ months: MonthSums[]; categories: Category[]; carried: Carried }>;
  /** `sums`, with subscriptions and goals. */
  figures(ownerId: Id, first: Month, last: Month, now: number): Promise<Figures>;
  /** The subscriptions and goals that a new transaction may belong to. */
  commitments(ownerId: Id): Promise<{ subscriptions: Subscription[]; goals: Versioned<HeldGoal>[] }>;
  /** The facts of `month`, and the sums of the months before it from `first` on. */
  view(ownerId: Id, first: Month, month: Month, now: number): Promise<MonthView>;
  /** The facts of the months from `month` to `last`, and the sums of those before. May miss what was written within the last second. */
  ahead(ownerId: Id, range: { first: Month; month: Month; last: Month }, now: number): Promise<Ahead>;
  plans(ownerId: Id, month: Month): Promise<StoredPlans>;
};
