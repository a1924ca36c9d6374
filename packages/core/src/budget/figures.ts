import { kindsOf } from "@coffer/domain/budget/kind";
import { type ToSpend, type ToSpendRow, toSpend } from "@coffer/domain/budget/to-spend";
import { type Year, yearOf } from "@coffer/domain/budget/year";
import type { Category, CategoryKind } from "@coffer/domain/category/category";
import { addMonthsTo, type Month, monthOfDay } from "@coffer/domain/time/month";
import type { OpenBudget } from "../access.ts";
import type { Env } from "../env.ts";
import type { Stores } from "../stores.ts";
import { readCarriedMonths } from "./carried-months.ts";

/** So many months before tell what a category is. */
const KIND_MONTHS = 3;

type FigureStores = Pick<Stores, "budgets" | "categories" | "subscriptions" | "goals">;

/** Figures that follow from several months, or from plans and what is due together. */
export function createFigures(stores: FigureStores, { clock }: Pick<Env, "clock">) {
  /** The categories with what each is as of today. */
  async function withKinds(
    { ownerId, today }: OpenBudget,
    categories: readonly Category[],
  ): Promise<(Category & { kindNow: CategoryKind })[]> {
    const month = monthOfDay(today);
    const [{ months }, subscriptions, goals] = await Promise.all([
      stores.budgets.sums(ownerId, addMonthsTo(month, -KIND_MONTHS), month, clock()),
      stores.subscriptions.list(ownerId),
      stores.goals.list(ownerId),
    ]);
    const history = months.slice(0, -1);
    const plans = months.at(-1)?.budgets ?? [];
    const kinds = kindsOf(categories, { today, subscriptions, goals, history, plans });
    return categories.map((category) => ({ ...category, kindNow: kinds.get(category.id) ?? "everyday" }));
  }

  return {
    withKinds,

    withKind: async (budget: OpenBudget, category: Category) =>
      (await withKinds(budget, [category]))[0] ?? category,

    /** `count` months beginning with `from`. */
    async year({ ownerId }: OpenBudget, from: Month, count: number): Promise<Year> {
      const last = addMonthsTo(from, count - 1);
      const { categories, months } = await readCarriedMonths(stores, ownerId, from, last, clock());
      return yearOf(categories, months);
    },

    /** What can be spent in a month, as the calling user wants it to last, and the rows that it is the sum of. */
    async toSpend(
      { ownerId, user, today }: OpenBudget,
      month: Month,
    ): Promise<ToSpend & { rows: ToSpendRow[]; categories: Category[] }> {
      const [{ categories, months }, subscriptions, goals] = await Promise.all([
        readCarriedMonths(stores, ownerId, addMonthsTo(month, -KIND_MONTHS), month, clock()),
        stores.subscriptions.list(ownerId),
        stores.goals.list(ownerId),
      ]);
      const history = months.slice(0, -1);
      const budgets = months.at(-1)?.budgets ?? [];
      const kinds = kindsOf(categories, { today, subscriptions, goals, history, plans: budgets });
      const until = user.spendUntil;
      return {
        ...toSpend({ month, today, until, categories, kinds, budgets, subscriptions }),
        categories,
      };
    },
  };
}
