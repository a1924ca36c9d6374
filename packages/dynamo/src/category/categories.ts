import type { CategoryStore } from "@coffer/core/category/category-store";
import { type Category, typeFromName } from "@coffer/domain/category/category";
import { category } from "@coffer/domain/category/definition";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { versionOf } from "../activity/activity-writes.ts";
import { cleanUpImports } from "../import/undone-imports.ts";
import { type Item, idText, type Key, ledgerPartition } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
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
/**
 * One without a type, as the specification foresees it, has that of its name. What cannot be read of one is as it is in
 * a new one, because without it nobody would see what names it.
 */
export function categoryFromItem(item: Item): Category {
  const type = typeFromName(String(item.name));
  const read = v.safeParse(stored, { type, ...item });
  if (read.success) return read.output;
  const wrong = new Set(read.issues.map(({ path }) => path?.[0]?.key));
  const readable = Object.entries(item).filter(([name]) => !wrong.has(name));
  const name = `Category ${idText(Number(item.id))}`;
  return v.parse(stored, { ...NEW, type, name, ...Object.fromEntries(readable) });
}
const NEW = { description: null, icon: "category", color: "blue" };

export function createCategoryStore(table: Table): CategoryStore {
  const list = async (ownerId: Id) =>
    (await table.list(ledgerPartition(ownerId), CATEGORY_PREFIX)).filter(isLive);

  return {
    list: async (ownerId) => readEach(await list(ownerId), categoryFromItem),
    listVersioned: async (ownerId) =>
      readEach(await list(ownerId), (item) => ({ value: categoryFromItem(item), version: versionOf(item) })),

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
