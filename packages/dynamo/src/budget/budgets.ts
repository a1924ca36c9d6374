import type { BudgetStore } from "@coffer/core/budget/budget-store";
import type { Id } from "@coffer/domain/id";
import type { Account } from "@coffer/domain/money-account/account";
import { type Month, previousMonth } from "@coffer/domain/time/month";
import { categoryFromItem } from "../category/categories.ts";
import {
  CATEGORIES_PREFIX,
  type Categories,
  categoriesIn,
  inLiveCategory,
  isLive,
  readCategories,
} from "../category/resolve-category.ts";
import { readGoals } from "../goal/goal-amounts.ts";
import { goalItems } from "../goal/goals.ts";
import { ACCOUNT_PREFIX, accountFromItem } from "../money-account/accounts.ts";
import { subscriptionItems } from "../subscription/subscriptions.ts";
import { hasPrefix, keyedBetween, ledgerPartition } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import { eventual, type Table } from "../table/table.ts";
import { readSumItems, sumsIn } from "./closings.ts";
import { factsIn, monthsFrom, readMonthItems, readMonths, readPlans } from "./months.ts";

export const createBudgetStore = (table: Table): BudgetStore => ({
  months: async (ownerId, first, last) => (await readMonths(table, ownerId, first, last)).months,
  async monthsAndCategories(ownerId, first, last) {
    const { months, categories } = await readMonths(table, ownerId, first, last);
    return { months, categories: liveIn(categories) };
  },
  async sums(ownerId, first, last, now) {
    const items = await readSumItems(table, ownerId, first, last, now);
    const categories = await readCategories(table, ownerId);
    return {
      months: await sumsIn(table, ownerId, items, categories, now),
      categories: liveIn(categories),
    };
  },
  async view(ownerId, first, month, now) {
    const { months, ...view } = await readView(table, ownerId, { first, month, last: month }, now);
    const [facts = { month, plans: [], transactions: [], resetAt: null }] = months;
    return { ...view, facts };
  },
  async ahead(ownerId, range, now) {
    const reads = eventual(table);
    let accounts: Account[] = [];
    const view = await readView(table, ownerId, range, now, reads, async () => {
      // Accounts precede categories: one query of both costs less than two.
      const both = keyedBetween(ledgerPartition(ownerId), ACCOUNT_PREFIX, `${CATEGORIES_PREFIX}~~`);
      const items = await reads.query(both);
      accounts = readEach(
        items.filter((item) => hasPrefix(item, ACCOUNT_PREFIX)),
        accountFromItem,
      );
      return categoriesIn(items);
    });
    return { ...view, accounts };
  },
  plans: (ownerId, month) => readPlans(table, ownerId, month),
});

/** `reads` may be eventual: what is derived and stored, closings and amounts of goals, is read consistently. */
async function readView(
  table: Table,
  ownerId: Id,
  { first, month, last }: { first: Month; month: Month; last: Month },
  now: number,
  reads = table,
  categoriesOf = () => readCategories(table, ownerId),
) {
  const [past, items, subscriptions, goals] = await Promise.all([
    readSumItems(reads, ownerId, first, previousMonth(month), now),
    readMonthItems(reads, ownerId, month, last),
    subscriptionItems(reads, ownerId),
    goalItems(reads, ownerId),
  ]);
  const categories = await categoriesOf();
  return {
    history: await sumsIn(table, ownerId, past, categories, now),
    months: await factsIn(items, categories, monthsFrom(month, last)),
    subscriptions: subscriptions.map((one) => inLiveCategory(one, categories)),
    goals: await readGoals(table, ownerId, goals, categories),
    categories: liveIn(categories),
    review: categories.review,
  };
}

const liveIn = ({ live }: Categories) => readEach(live.filter(isLive), categoryFromItem);
