import type { LedgerItem } from "@coffer/core/portability/people";
import type { Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { payerOf } from "@coffer/domain/share/balance";
import { MONTH_PREFIX, monthResetIn, PLAN_PREFIX, plansIn } from "../budget/months.ts";
import { categoryFromItem } from "../category/categories.ts";
import { isLive } from "../category/category-check.ts";
import { CATEGORY_PREFIX, type Categories, inLiveCategory } from "../category/resolve-category.ts";
import { CONTRIBUTION_PREFIX, contributionFromItem, GOAL_PREFIX, goalFromItem } from "../goal/goals.ts";
import { importedOf } from "../import/imported.ts";
import { rulesIn, rulesKey } from "../rule/rules.ts";
import { SETTLEMENT_PREFIX, settlementFromItem } from "../share/settlements.ts";
import { SUBSCRIPTION_PREFIX, subscriptionWithState } from "../subscription/subscriptions.ts";
import type { Item } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import { TRANSACTION_PREFIX, transactionsIn } from "../transaction/transactions.ts";

/** Values that items are written with; read after them. */
type Context = {
  ownerId: Id;
  categories: Categories;
  milestones: readonly Milestone[];
  goalIds: ReadonlySet<Id>;
};

/**
 * The items of a budget whose sort keys begin so, as they leave: without what was deleted with its category or goal.
 */
export type Section = {
  prefix: string;
  /** Plans that moved into one category are one there, so they are read whole. */
  isReadWhole?: true;
  portable: (items: readonly Item[], context: Context) => LedgerItem[];
};

/** In the order of the file. */
export const SECTIONS: readonly Section[] = [
  { prefix: MONTH_PREFIX, portable: months },
  { prefix: PLAN_PREFIX, isReadWhole: true, portable: plans },
  { prefix: GOAL_PREFIX, portable: goals },
  { prefix: CONTRIBUTION_PREFIX, portable: contributions },
  { prefix: SUBSCRIPTION_PREFIX, portable: subscriptions },
  { prefix: rulesKey(0).sk, portable: rules },
  { prefix: SETTLEMENT_PREFIX, portable: settlements },
  { prefix: TRANSACTION_PREFIX, portable: transactions },
  { prefix: CATEGORY_PREFIX, portable: categories },
];

function months(items: readonly Item[]): LedgerItem[] {
  return readEach(items, monthResetIn)
    .flatMap((reset) => reset ?? [])
    .map((reset) => ({ kind: "month", ...reset }));
}

function plans(items: readonly Item[], context: Context): LedgerItem[] {
  return plansIn(items, context.categories)
    .sort((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0) || a.categoryId - b.categoryId)
    .map((plan) => ({ kind: "plan", ...plan }));
}

function goals(items: readonly Item[], { categories, milestones }: Context): LedgerItem[] {
  return readEach(items, goalFromItem).map((goal) => ({
    kind: "goal",
    ...inLiveCategory(goal, categories),
    milestones: milestones
      .filter(({ goalId }) => goalId === goal.id)
      .map(({ goalId: _, ...milestone }) => milestone),
  }));
}

/** Milestones of a deleted goal are still stored, in case that it comes back. */
function contributions(items: readonly Item[], { goalIds }: Context): LedgerItem[] {
  return readEach(items, contributionFromItem)
    .filter(({ goalId }) => goalIds.has(goalId))
    .map(({ createdBy: _, ...contribution }) => ({ kind: "contribution", ...contribution }));
}

function subscriptions(items: readonly Item[], { categories }: Context): LedgerItem[] {
  return readEach(items, subscriptionWithState).map((subscription) => ({
    kind: "subscription",
    ...inLiveCategory(subscription, categories),
  }));
}

function rules(items: readonly Item[], { categories }: Context): LedgerItem[] {
  const all = readEach(items, (item) => rulesIn(item, categories)).flat();
  return all.length > 0 ? [{ kind: "rules", rules: all }] : [];
}

function settlements(items: readonly Item[]): LedgerItem[] {
  return readEach(items, settlementFromItem).map((settlement) => ({ kind: "settlement", ...settlement }));
}

/** The file does not say who entered an expense, which it says who paid. */
function transactions(items: readonly Item[], { categories, ownerId }: Context): LedgerItem[] {
  return items.flatMap((item) => {
    const imported = importedOf(item);
    return transactionsIn([item], categories).map(
      ({ createdBy, ...transaction }): LedgerItem => ({
        kind: "transaction",
        ...transaction,
        ...(transaction.type === "expense" && { paidBy: payerOf({ ...transaction, createdBy }, ownerId) }),
        ...(imported && { imported }),
      }),
    );
  });
}

function categories(items: readonly Item[]): LedgerItem[] {
  return readEach(items.filter(isLive), (item) => {
    const { kind, ...category } = categoryFromItem(item);
    return { ...category, kind: "category", ...(kind && { chosenKind: kind }) };
  });
}
