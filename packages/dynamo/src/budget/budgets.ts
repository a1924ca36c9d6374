import type { BudgetStore } from "@coffer/core/budget/budget-store";
import { previousMonth } from "@coffer/domain/time/month";
import { categoryFromItem } from "../category/categories.ts";
import { type Categories, inLiveCategory, isLive, readCategories } from "../category/resolve-category.ts";
import { readGoals } from "../goal/goal-amounts.ts";
import { goalItems } from "../goal/goals.ts";
import { subscriptionItems } from "../subscription/subscriptions.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { readSumItems, sumsIn } from "./closings.ts";
import { factsIn, readMonthItems, readMonths, readPlans } from "./months.ts";

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
    const [past, items, subscriptions, goals] = await Promise.all([
      readSumItems(table, ownerId, first, previousMonth(month), now),
      readMonthItems(table, ownerId, month, month),
      subscriptionItems(table, ownerId),
      goalItems(table, ownerId),
    ]);
    const categories = await readCategories(table, ownerId);
    const history = await sumsIn(table, ownerId, past, categories, now);
    const [facts = { month, plans: [], transactions: [], resetAt: null }] = await factsIn(items, categories, [
      month,
    ]);
    return {
      history,
      facts,
      subscriptions: subscriptions.map((one) => inLiveCategory(one, categories)),
      goals: await readGoals(table, ownerId, goals, categories),
      categories: liveIn(categories),
    };
  },
  plans: (ownerId, month) => readPlans(table, ownerId, month),
});

const liveIn = ({ live }: Categories) => readEach(live.filter(isLive), categoryFromItem);
