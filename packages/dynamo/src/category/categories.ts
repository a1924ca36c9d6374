import type { CategoryStore } from "@coffer/core/category/category-store";
import { type Category, typeFromName } from "@coffer/domain/category/category";
import { category } from "@coffer/domain/category/definition";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { versionOf } from "../activity/activity-writes.ts";
import { cleanUpImports } from "../import/undone-imports.ts";
import { budgetPartition, type Item, type Key } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { isLive } from "./category-check.ts";
import { cleanUpCategories, ownersToCleanUp } from "./category-cleanup.ts";
import { countUsage } from "./category-usage.ts";
import { CATEGORY_PREFIX, categoryKey } from "./resolve-category.ts";

const stored = storedOf(category);

/**
 * `inUse` stands before a category gets its first transaction or subscription and is taken off while its type is to
 * change, so that one added meanwhile puts it back and is noticed.
 */
export const categoryItem = (ownerId: Id, category: Category): Item & Key => ({
  ...categoryKey(ownerId, category.id),
  ...category,
  inUse: true,
});
/** One without a type, as the specification foresees it, has that of its name. */
export const categoryFromItem = (item: Item): Category =>
  v.parse(stored, { type: typeFromName(String(item.name)), ...item });

export function createCategoryStore(table: Table): CategoryStore {
  const list = async (ownerId: Id) =>
    (await table.list(budgetPartition(ownerId), CATEGORY_PREFIX)).filter(isLive);

  return {
    list: async (ownerId) => (await list(ownerId)).map(categoryFromItem),
    listVersioned: async (ownerId) =>
      (await list(ownerId)).map((item) => ({ value: categoryFromItem(item), version: versionOf(item) })),

    async usage(ownerId, id) {
      const [item, usage] = await Promise.all([
        table.get(categoryKey(ownerId, id)),
        countUsage(table, ownerId, id),
      ]);
      return isLive(item) ? usage : undefined;
    },

    async cleanUp(ownerId, deletedBefore) {
      await cleanUpCategories(table, ownerId, deletedBefore);
      await cleanUpImports(table, ownerId, deletedBefore);
    },
    ownersToCleanUp: (deletedBefore) => ownersToCleanUp(table, deletedBefore),
  };
}
