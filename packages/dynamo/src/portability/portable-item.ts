import type { LedgerItem, RestoredItem } from "@coffer/core/portability/people";
import type { HeldGoal, Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { ReviewRow } from "@coffer/domain/review/review";
import { payerOf } from "@coffer/domain/share/balance";
import { MONTH_PREFIX, monthItem, PLAN_PREFIX, planItem, plansIn, resetsIn } from "../budget/months.ts";
import { categoryFromItem, categoryItem } from "../category/categories.ts";
import { CATEGORY_PREFIX, type Categories, inLiveCategory, isLive } from "../category/resolve-category.ts";
import {
  CONTRIBUTION_PREFIX,
  contributionFromItem,
  contributionKey,
  GOAL_PREFIX,
  goalItem,
  milestoneKey,
} from "../goal/goals.ts";
import { aliasPut, importedOf } from "../import/imported.ts";
import { ACCOUNT_PREFIX, accountFromItem, accountItem } from "../money-account/accounts.ts";
import { reviewAlias, reviewItem, reviewRowsIn } from "../review/review-items.ts";
import { rulesIn, rulesKey } from "../rule/rules.ts";
import { SETTLEMENT_PREFIX, settlementFromItem, settlementItem } from "../share/households.ts";
import {
  SUBSCRIPTION_PREFIX,
  subscriptionItem,
  subscriptionWithState,
} from "../subscription/subscriptions.ts";
import type { Item, Key, WriteInput } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import { ABSENT, type Condition, put, when } from "../table/writes.ts";
import { TRANSACTION_PREFIX, transactionItem, transactionsIn } from "../transaction/transactions.ts";

/** Items that exporting the others needs; read after them. */
type Context = {
  ownerId: Id;
  categories: Categories;
  milestones: readonly Milestone[];
  /** All goals of the ledger by id. */
  goals: ReadonlyMap<Id, HeldGoal>;
};

/** Exports the items under a prefix, without those deleted with their category or goal. */
export type Section = {
  prefix: string;
  /** Plans that were moved into one category are added up, so those of a month are read together. */
  isByMonth?: true;
  /** The most items in a part, if much more than the items themselves is exported for each. */
  most?: number;
  portable: (items: readonly Item[], context: Context) => LedgerItem[];
};

/** A row in review is an item like the transaction that it may become, and exported with them. */
const SECTION_OF: Record<Exclude<LedgerItem["kind"], "review">, Section> = {
  month: {
    prefix: MONTH_PREFIX,
    portable: (items) => resetsIn(items).map((reset) => ({ kind: "month", ...reset })),
  },
  plan: {
    prefix: PLAN_PREFIX,
    isByMonth: true,
    portable: (items, { categories }) =>
      plansIn(items, categories)
        .sort((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0) || a.categoryId - b.categoryId)
        .map((plan) => ({ kind: "plan", ...plan })),
  },
  goal: {
    prefix: GOAL_PREFIX,
    most: 20,
    portable(items, { goals, milestones }) {
      const byGoal = Map.groupBy(milestones, ({ goalId }) => goalId);
      return items.flatMap(({ id }) => {
        const held = goals.get(Number(id));
        if (!held) return [];
        const { fromRows: _, basis: _basis, ...goal } = held;
        const own = byGoal.get(goal.id) ?? [];
        return { kind: "goal", ...goal, milestones: own.map(({ goalId: _, ...milestone }) => milestone) };
      });
    },
  },
  contribution: {
    prefix: CONTRIBUTION_PREFIX,
    // Contributions of a deleted goal are still stored, in case it is restored.
    portable: (items, { goals }) =>
      readEach(items, contributionFromItem)
        .filter(({ goalId }) => goals.has(goalId))
        .map(({ createdBy: _, ...contribution }) => ({ kind: "contribution", ...contribution })),
  },
  subscription: {
    prefix: SUBSCRIPTION_PREFIX,
    portable: (items, { categories }) =>
      readEach(items, subscriptionWithState).map((subscription) => ({
        kind: "subscription",
        ...inLiveCategory(subscription, categories),
      })),
  },
  rules: {
    prefix: rulesKey(0).sk,
    portable(items, { categories }) {
      const rules = readEach(items, (item) => rulesIn(item, categories)).flat();
      return rules.length > 0 ? [{ kind: "rules", rules }] : [];
    },
  },
  settlement: {
    prefix: SETTLEMENT_PREFIX,
    portable: (items) =>
      readEach(items, settlementFromItem).map((settlement) => ({ kind: "settlement", ...settlement })),
  },
  account: {
    prefix: ACCOUNT_PREFIX,
    portable: (items) =>
      readEach(items, accountFromItem).map(({ kind, ...account }) => ({
        ...account,
        kind: "account",
        accountKind: kind,
      })),
  },
  transaction: {
    prefix: TRANSACTION_PREFIX,
    portable: (items, { categories, ownerId }) =>
      items.flatMap((item) => {
        const rows = reviewRowsIn([item], categories).map((row): LedgerItem => ({ kind: "review", ...row }));
        if (rows.length > 0) return rows;
        const imported = importedOf(item, categories);
        return transactionsIn([item], categories).map(({ createdBy, ...transaction }): LedgerItem => {
          // The file has no `createdBy`, which is the default payer, so it names the payer explicitly.
          const paidBy = transaction.type === "expense" && {
            paidBy: payerOf({ ...transaction, createdBy }, ownerId),
          };
          return { kind: "transaction", ...transaction, ...paidBy, ...(imported && { imported }) };
        });
      }),
  },
  category: {
    prefix: CATEGORY_PREFIX,
    portable: (items) =>
      readEach(items.filter(isLive), (item) => {
        const { kind, ...category } = categoryFromItem(item);
        return { ...category, kind: "category", ...(kind && { chosenKind: kind }) };
      }),
  },
};
/** In the order of the export. */
export const SECTIONS = Object.values(SECTION_OF);

/** The writes that restore an item; they fail if it exists. */
export type Restored = {
  sk: string;
  writes: WriteInput[];
  kind: RestoredItem["kind"] | "milestone";
  /** Set for a row in review, which counts in the totals of waiting rows. */
  row?: ReviewRow;
};

/** `now` in milliseconds. A goal's milestones are separate items, as they may not fit into one transaction with it. */
export function restoredItems(ownerId: Id, portable: RestoredItem, now: number): Restored[] {
  if (portable.kind !== "goal") return [{ ...restoredItem(ownerId, portable, now), kind: portable.kind }];
  const { kind, milestones, ...goal } = portable;
  const own = new Map(milestones.map((milestone) => [milestone.id, { ...milestone, goalId: goal.id }]));
  const parts = [...own.values()].map((one) => restored({ ...milestoneKey(ownerId, one), ...one }));
  return [
    { ...restored({ ...goalItem(ownerId, goal, own.size), ...RESTORED_GOAL }), kind },
    ...parts.map((part) => ({ ...part, kind: "milestone" as const })),
  ];
}

function restoredItem(ownerId: Id, portable: Exclude<RestoredItem, { kind: "goal" }>, now: number) {
  switch (portable.kind) {
    case "category": {
      const { kind: _, chosenKind, ...rest } = portable;
      const category = { ...rest, ...(chosenKind && { kind: chosenKind }) };
      // The empty ledger may have a tombstone of this very category.
      const isGone = when(`${ABSENT.ConditionExpression} OR attribute_exists(deletedAt)`);
      return restored(categoryItem(ownerId, category), isGone);
    }
    case "plan":
      return restored(planItem(ownerId, withoutKind(portable), now));
    case "month":
      return restored(monthItem(ownerId, portable), null);
    case "contribution":
      return restored({ ...contributionKey(ownerId, portable), ...withoutKind(portable) });
    case "subscription":
      return restored(subscriptionItem(ownerId, withoutKind(portable), 1));
    case "rules":
      return restored({ ...rulesKey(ownerId), rules: portable.rules, version: 1 }, null);
    case "settlement":
      return restored(settlementItem(ownerId, withoutKind(portable)));
    case "account": {
      const { kind: _, accountKind: kind, points, ...rest } = portable;
      const byDay = new Map(points.map((point) => [point.date, point]));
      return restored(accountItem(ownerId, { ...rest, kind, points: [...byDay.values()] }));
    }
    case "review": {
      const row = withoutKind(portable);
      const { sk, writes } = restored(reviewItem(ownerId, row));
      return { sk, writes: [...writes, ...reviewAlias(ownerId, row)], row };
    }
    case "transaction": {
      const { kind: _, imported, ...transaction } = portable;
      const { sk, writes } = restored({
        ...transactionItem(ownerId, transaction),
        ...(imported && { imported }),
      });
      return { sk, writes: [...writes, ...aliasPut(ownerId, portable)] };
    }
  }
}

/** The goal's transactions are summed when it is read. A file without `contributed` has only the whole amount. */
const RESTORED_GOAL = { revision: 0, countedAt: 0 };

const withoutKind = <T extends RestoredItem>({ kind: _, ...thing }: T) => thing;

/** With a null condition, it replaces an existing item. */
const restored = (item: Item & Key, condition: Condition | null = ABSENT) => ({
  sk: item.sk,
  writes: [put(item, condition ?? undefined)],
});
