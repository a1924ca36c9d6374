import type { BudgetStore } from "@coffer/core/budget/budget-store";
import type { GrantedShare } from "@coffer/core/share/share-stores";
import type { Id } from "@coffer/domain/id";
import type { Account } from "@coffer/domain/money-account/account";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import { type Month, previousMonth } from "@coffer/domain/time/month";
import { categoryFromItem } from "../category/categories.ts";
import {
  besideCategories,
  CATEGORIES_PREFIX,
  type Categories,
  categoriesIn,
  inLiveCategory,
  readCategories,
} from "../category/resolve-category.ts";
import { goalItems, readGoals, readVersionedGoals } from "../goal/goals.ts";
import { ACCOUNT_PREFIX, accountFromItem } from "../money-account/accounts.ts";
import { SHARE_PREFIX, shareFromItem } from "../share/shares.ts";
import { SUBSCRIPTION_PREFIX, subscriptionItems, subscriptionsIn } from "../subscription/subscriptions.ts";
import { hasPrefix, type Item, keyedBetween, ledgerPartition } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import { eventual, type Table } from "../table/table.ts";
import { carriedInto, closingItems, readSums } from "./closings.ts";
import { factsIn, monthsFrom, readMonthItems, readMonths, readPlans } from "./months.ts";

export const createBudgetStore = (table: Table): BudgetStore => ({
  months: async (ownerId, first, last) => (await readMonths(table, ownerId, first, last)).months,
  async monthsAndCategories(ownerId, first, last) {
    const { months, categories } = await readMonths(table, ownerId, first, last);
    return { months, categories: liveIn(categories) };
  },
  async sums(ownerId, first, last, now) {
    const [closings, categories] = await Promise.all([
      closingItems(table, ownerId, first, last),
      readCategories(table, ownerId),
    ]);
    return {
      months: await readSums(table, ownerId, { first, last, closings }, categories, now),
      categories: liveIn(categories),
      carried: carriedInto(table, ownerId, { first, closings }, categories, now),
    };
  },
  async figures(ownerId, first, last, now) {
    const read = await readBeside(
      table,
      ownerId,
      { first, last },
      Promise.resolve([]),
      separateReads(table, ownerId),
    );
    const { closings, categories, subscriptions, goals } = read;
    const months = await readSums(table, ownerId, { first, last, closings }, categories, now);
    const carried = carriedInto(table, ownerId, { first, closings }, categories, now);
    return {
      months,
      carried,
      subscriptions,
      goals,
      categories: liveIn(categories),
      review: categories.review,
    };
  },
  async commitments(ownerId) {
    const [[subscriptions, goals], categories] = await besideCategories(
      Promise.all([subscriptionItems(table, ownerId), goalItems(table, ownerId)]),
      (read) => read.flat(),
      () => readCategories(table, ownerId),
    );
    return {
      subscriptions: subscriptions.map((one) => inLiveCategory(one, categories)),
      goals: await readVersionedGoals(table, ownerId, goals, categories),
    };
  },
  async view(ownerId, first, month, now) {
    let shares: GrantedShare[] = [];
    const { months, ...view } = await readView(table, ownerId, { first, month, last: month }, now, {
      ...separateReads(table, ownerId),
      async subscriptionsOf() {
        // Shares precede subscriptions: one query of both costs less than two.
        const both = keyedBetween(ledgerPartition(ownerId), SHARE_PREFIX, `${SUBSCRIPTION_PREFIX}~`);
        const items = await table.query(both);
        shares = readEach(
          items.filter((item) => hasPrefix(item, SHARE_PREFIX)),
          shareFromItem,
        );
        return subscriptionsIn(items);
      },
    });
    const [facts = { month, plans: [], transactions: [], resetAt: null }] = months;
    return { ...view, facts, shares };
  },
  async ahead(ownerId, range, now) {
    const reads = eventual(table);
    let accounts: Account[] = [];
    const view = await readView(table, ownerId, range, now, {
      ...separateReads(reads, ownerId),
      async categoriesOf() {
        // Accounts are read before categories for the same reason.
        const both = keyedBetween(ledgerPartition(ownerId), ACCOUNT_PREFIX, `${CATEGORIES_PREFIX}~~`);
        const items = await reads.query(both);
        accounts = readEach(
          items.filter((item) => hasPrefix(item, ACCOUNT_PREFIX)),
          accountFromItem,
        );
        return categoriesIn(items);
      },
    });
    return { ...view, accounts };
  },
  plans: (ownerId, month) => readPlans(table, ownerId, month),
});

type Range = { first: Month; month: Month; last: Month };

/**
 * How a view is read. `reads` may be eventually consistent; what is derived and stored, closings and amounts of goals, is
 * read consistently anyway.
 */
type Reads = {
  reads: Table;
  categoriesOf: () => Promise<Categories>;
  subscriptionsOf: () => Promise<Subscription[]>;
};

const separateReads = (reads: Table, ownerId: Id): Reads => ({
  reads,
  categoriesOf: () => readCategories(reads, ownerId),
  subscriptionsOf: () => subscriptionItems(reads, ownerId),
});

/** The sums of the months before `month`, and the facts of those from it to `last`. */
async function readView(table: Table, ownerId: Id, { first, month, last }: Range, now: number, how: Reads) {
  const rows = readMonthItems(how.reads, ownerId, month, last);
  const past = { first, last: previousMonth(month) };
  const { closings, found, categories, ...read } = await readBeside(table, ownerId, past, rows, how);
  return {
    ...read,
    history: await readSums(table, ownerId, { ...past, closings }, categories, now),
    carried: carriedInto(table, ownerId, { first, closings }, categories, now),
    months: await factsIn(found, categories, monthsFrom(month, last)),
    categories: liveIn(categories),
    review: categories.review,
  };
}

/** Reads closings, subscriptions, goals, categories and `rows` in one round trip. */
async function readBeside(
  table: Table,
  ownerId: Id,
  { first, last }: Pick<Range, "first" | "last">,
  rows: Promise<Item[]>,
  { reads, categoriesOf, subscriptionsOf }: Reads,
) {
  const reading = Promise.all([
    closingItems(reads, ownerId, first, last),
    subscriptionsOf(),
    goalItems(reads, ownerId),
    rows,
  ]);
  const named = ([, ...others]: Awaited<typeof reading>) => others.flat();
  const [[closings, subscriptions, goals, found], categories] = await besideCategories(
    reading,
    named,
    categoriesOf,
  );
  return {
    closings,
    categories,
    found,
    subscriptions: subscriptions.map((one) => inLiveCategory(one, categories)),
    goals: await readGoals(table, ownerId, goals, categories),
  };
}

const liveIn = ({ live }: Categories) => readEach(live, categoryFromItem);
