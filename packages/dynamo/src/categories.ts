import type { CategoryStore } from "@coffer/core/categories";
import { CATEGORY_COLORS, CATEGORY_ICON_NAMES, type Category, FLOWS } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { assign } from "./assign.ts";
import { LIVE, liveOfType, withCategoryCheck } from "./category-check.ts";
import { cleanUpCategories, cleanupSchedule, ownersToCleanUp } from "./category-cleanup.ts";
import { countUsage } from "./category-usage.ts";
import { ABSENT, ConditionFailed } from "./conditions.ts";
import { createIdempotently } from "./idempotency.ts";
import type { Item, Key } from "./item.ts";
import { budgetPartition } from "./keys.ts";
import { CATEGORY_PREFIX, categoryKey } from "./resolve-category.ts";
import type { Table } from "./table.ts";

const stored = v.object({
  id: v.number(),
  name: v.string(),
  description: v.nullable(v.string()),
  icon: v.picklist(CATEGORY_ICON_NAMES),
  color: v.picklist(CATEGORY_COLORS),
  type: v.picklist(FLOWS),
  group: v.optional(v.nullable(v.string())),
  position: v.optional(v.number()),
  archived: v.optional(v.boolean()),
});

/**
 * `inUse` stands before a category gets its first transaction and is taken off while its type is to change, so
 * that a transaction added meanwhile puts it back and is noticed.
 */
export const categoryItem = (ownerId: Id, category: Category): Item & Key => ({
  ...categoryKey(ownerId, category.id),
  ...category,
  inUse: true,
});
export const categoryFromItem = (item: Item): Category => v.parse(stored, item);
export const isLive = (item: Item | undefined): item is Item =>
  item !== undefined && item.deletedAt === undefined;

export function createCategoryStore(table: Table): CategoryStore {
  return {
    async list(ownerId) {
      const items = await table.list(budgetPartition(ownerId), CATEGORY_PREFIX);
      return items.filter(isLive).map(categoryFromItem);
    },

    add: (ownerId, category, idempotencyKey, now) =>
      createIdempotently(table, {
        pk: budgetPartition(ownerId),
        idempotencyKey,
        now,
        value: category,
        parse: categoryFromItem,
        writes: [{ Put: { Item: categoryItem(ownerId, category), ...ABSENT } }],
      }),

    async replace(ownerId, category) {
      try {
        await table.put(categoryItem(ownerId, category), liveOfType(category.type));
        return "replaced";
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return isLive(error.item) ? changeType(table, ownerId, category) : "notFound";
      }
    },

    async usage(ownerId, id) {
      const [item, usage] = await Promise.all([
        table.get(categoryKey(ownerId, id)),
        countUsage(table, ownerId, id),
      ]);
      return isLive(item) ? usage : undefined;
    },

    async remove(ownerId, id, moveTo, now) {
      if (moveTo === id) return "unfit";
      const Key = categoryKey(ownerId, id);
      const [item, target] = await table.getMany([
        Key,
        ...(moveTo === null ? [] : [categoryKey(ownerId, moveTo)]),
      ]);
      if (!isLive(item)) return "notFound";
      const { type } = categoryFromItem(item);
      const tombstone = { deletedAt: now, movedTo: moveTo, ...cleanupSchedule(ownerId, id, now) };
      try {
        if (moveTo === null) {
          await table.transact([{ Update: { Key, ...assign(tombstone, LIVE) } }]);
        } else {
          if (!isLive(target) || target.type !== type) return "unfit";
          const bury = { Update: { Key, ...assign(tombstone, liveOfType(type)) } };
          const check = { categoryId: moveTo, type };
          const problem = await withCategoryCheck(ownerId, check, (targetCheck) =>
            table.transact([targetCheck, bury]),
          );
          if (problem) return "unfit";
        }
        return "removed";
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        // A repeat after a lost answer finds its own tombstone.
        const isOwn = error.item?.deletedAt === now && error.item.movedTo === moveTo;
        return isOwn ? "removed" : "notFound";
      }
    },

    async restore(ownerId, id) {
      try {
        const item = await table.update({
          Key: categoryKey(ownerId, id),
          UpdateExpression: "SET inUse = :true REMOVE deletedAt, movedTo, ownerId, schedulePk, scheduleSk",
          // A tombstone that is being cleaned up has no name any more.
          ConditionExpression: "attribute_exists(#name)",
          ExpressionAttributeNames: { "#name": "name" },
          ExpressionAttributeValues: { ":true": true },
        });
        return categoryFromItem(item);
      } catch (error) {
        if (error instanceof ConditionFailed) return undefined;
        throw error;
      }
    },

    cleanUp: (ownerId, deletedBefore) => cleanUpCategories(table, ownerId, deletedBefore),
    ownersToCleanUp: (deletedBefore) => ownersToCleanUp(table, deletedBefore),
  };
}

/** Looks for transactions after taking `inUse` off and writes only while it is off: one added meanwhile puts it back. */
async function changeType(
  table: Table,
  ownerId: Id,
  category: Category,
): Promise<"replaced" | "notFound" | "used"> {
  try {
    const Key = categoryKey(ownerId, category.id);
    await table.update({ Key, UpdateExpression: "REMOVE inUse", ...LIVE });
    const usage = await countUsage(table, ownerId, category.id);
    if (usage.transactions > 0) return "used";
    await table.put(categoryItem(ownerId, category), {
      ConditionExpression: `${LIVE.ConditionExpression} AND attribute_not_exists(inUse)`,
    });
    return "replaced";
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return isLive(error.item) ? "used" : "notFound";
  }
}
