import { type CategoryKind, kindsOf } from "@coffer/domain/budget/kind";
import { type ToSpend, type ToSpendRow, toSpend } from "@coffer/domain/budget/to-spend";
import { type Year, yearOf } from "@coffer/domain/budget/year";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { addMonthsTo, type Month, monthOfDay, previousMonth } from "@coffer/domain/time/month";
import type { OpenBudget } from "../access.ts";
import type { Stores } from "../stores.ts";
import { readCarriedMonths } from "./carried-months.ts";

/** So many months before tell what a category is. */
const KIND_MONTHS = 3;

export type KindedCategory = Category & { kindNow: CategoryKind };

type FigureStores = Pick<Stores, "budgets" | "categories" | "subscriptions" | "goals">;

/** Figures that follow from several months, or from plans and what is due together. */
export function createFigures(stores: FigureStores) {
  return {
    /** `count` months beginning with `from`. */
    async year({ ownerId }: OpenBudget, from: Month, count: number): Promise<Year> {
      const last = addMonthsTo(from, count - 1);
      const { categories, months } = await readCarriedMonths(stores, ownerId, from, last);
      return yearOf(categories, months);
    },

    /** What can be spent in a month, as the calling user wants it to last, and the rows that it is the sum of. */
    async toSpend(
      { ownerId, user, today }: OpenBudget,
      month: Month,
    ): Promise<ToSpend & { rows: ToSpendRow[]; categories: Category[] }> {
      const [{ categories, months }, subscriptions, goals] = await Promise.all([
        readCarriedMonths(stores, ownerId, addMonthsTo(month, -KIND_MONTHS), month),
        stores.subscriptions.list(ownerId),
        stores.goals.list(ownerId),
      ]);
      const history = months.slice(0, -1);
      const kinds = kindsOf(categories, { today, subscriptions, goals, history });
      const budgets = months.at(-1)?.budgets ?? [];
      const until = user.spendUntil;
      return {
        ...toSpend({ month, today, until, categories, kinds, budgets, subscriptions }),
        categories,
      };
    },

    /** The categories with what each is as of today. */
    async withKinds<C extends Category>(
      { ownerId, today }: OpenBudget,
      categories: readonly C[],
    ): Promise<(C & { kindNow: CategoryKind })[]> {
      const last = previousMonth(monthOfDay(today));
      const [{ months }, subscriptions, goals] = await Promise.all([
        readCarriedMonths(stores, ownerId, addMonthsTo(last, 1 - KIND_MONTHS), last),
        stores.subscriptions.list(ownerId),
        stores.goals.list(ownerId),
      ]);
      const kinds = kindsOf(categories, { today, subscriptions, goals, history: months });
      const kindOf = (id: Id): CategoryKind => kinds.get(id) ?? "everyday";
      return categories.map((category) => ({ ...category, kindNow: kindOf(category.id) }));
    },
  };
}
