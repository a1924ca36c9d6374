import type { LedgerItem } from "@coffer/core/portability/people";
import type { Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { payerOf } from "@coffer/domain/share/balance";
import { MONTH_PREFIX, PLAN_PREFIX, plansIn, resetsIn } from "../budget/months.ts";
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
  {
    prefix: MONTH_PREFIX,
    portable: (items) => resetsIn(items).map((reset) => ({ kind: "month", ...reset })),
  },
  {
    prefix: PLAN_PREFIX,
    isReadWhole: true,
    portable: (items, { categories }) =>
      plansIn(items, categories)
        .sort((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0) || a.categoryId - b.categoryId)
        .map((plan) => ({ kind: "plan", ...plan })),
  },
  {
    prefix: GOAL_PREFIX,
    portable: (items, { categories, milestones }) =>
      readEach(items, goalFromItem).map((goal) => ({
        kind: "goal",
        ...inLiveCategory(goal, categories),
        milestones: milestones
          .filter(({ goalId }) => goalId === goal.id)
          .map(({ goalId: _, ...milestone }) => milestone),
      })),
  },
  {
    prefix: CONTRIBUTION_PREFIX,
    // Those of a deleted goal are still stored, in case that it comes back.
    portable: (items, { goalIds }) =>
      readEach(items, contributionFromItem)
        .filter(({ goalId }) => goalIds.has(goalId))
        .map(({ createdBy: _, ...contribution }) => ({ kind: "contribution", ...contribution })),
  },
  {
    prefix: SUBSCRIPTION_PREFIX,
    portable: (items, { categories }) =>
      readEach(items, subscriptionWithState).map((subscription) => ({
        kind: "subscription",
        ...inLiveCategory(subscription, categories),
      })),
  },
  {
    prefix: rulesKey(0).sk,
    portable(items, { categories }) {
      const rules = readEach(items, (item) => rulesIn(item, categories)).flat();
      return rules.length > 0 ? [{ kind: "rules", rules }] : [];
    },
  },
  {
    prefix: SETTLEMENT_PREFIX,
    portable: (items) =>
      readEach(items, settlementFromItem).map((settlement) => ({ kind: "settlement", ...settlement })),
  },
  {
    prefix: TRANSACTION_PREFIX,
    portable: (items, { categories, ownerId }) =>
      items.flatMap((item) => {
        const imported = importedOf(item);
        return transactionsIn([item], categories).map(({ createdBy, ...transaction }): LedgerItem => {
          // The file does not say who entered an expense, which it says who paid.
          const paidBy = transaction.type === "expense" && {
            paidBy: payerOf({ ...transaction, createdBy }, ownerId),
          };
          return { kind: "transaction", ...transaction, ...paidBy, ...(imported && { imported }) };
        });
      }),
  },
  {
    prefix: CATEGORY_PREFIX,
    portable: (items) =>
      readEach(items.filter(isLive), (item) => {
        const { kind, ...category } = categoryFromItem(item);
        return { ...category, kind: "category", ...(kind && { chosenKind: kind }) };
      }),
  },
];
