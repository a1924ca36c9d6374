import type { CategoryProblem } from "@coffer/core/category/categories";
import type { Flow } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { assign } from "../table/assign.ts";
import { type Condition, ConditionFailed } from "../table/conditions.ts";
import type { Item, WriteInput } from "../table/item.ts";
import { categoryKey } from "./resolve-category.ts";

/** Only where the category is there and not a tombstone. */
export const LIVE: Condition = {
  ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(deletedAt)",
};

/** What `LIVE` checks, of an item that was read. */
export const isLive = (item: Item | undefined): item is Item =>
  item !== undefined && item.deletedAt === undefined;

/** Only where the category is live and of that type. */
export const liveOfType = (type: Flow) => ({
  ConditionExpression: `${LIVE.ConditionExpression} AND #type = :type`,
  ExpressionAttributeNames: { "#type": "type" },
  ExpressionAttributeValues: { ":type": type },
});

/**
 * Runs `write` with a check of its category, which must come first in the same transaction: live, and of the
 * transaction's type. Says what is wrong with a category that is not.
 */
export async function withCategoryCheck<T>(
  ownerId: Id,
  { categoryId, type }: { categoryId: Id; type: Flow },
  write: (check: WriteInput) => Promise<T>,
): Promise<T | CategoryProblem> {
  const Key = categoryKey(ownerId, categoryId);
  const live = liveOfType(type);
  try {
    const ConditionExpression = `${live.ConditionExpression} AND attribute_exists(inUse)`;
    return await write({ ConditionCheck: { Key, ...live, ConditionExpression } });
  } catch (error) {
    if (!(error instanceof ConditionFailed) || error.index !== 0) throw error;
    if (!isLive(error.item)) return "noCategory";
    if (error.item.type !== type) return "otherType";
  }
  try {
    return await write({ Update: { Key, ...assign({ inUse: true }, live) } });
  } catch (error) {
    if (error instanceof ConditionFailed && error.index === 0) return "noCategory";
    throw error;
  }
}

/**
 * The same check for several transactions at once, and for a subscription, whose type may be unknown. It costs what
 * `withCategoryCheck` costs, and one attempt serves categories that were not in use yet.
 */
export const categoryInUse = (ownerId: Id, categoryId: Id, type: Flow | undefined): WriteInput => ({
  Update: {
    Key: categoryKey(ownerId, categoryId),
    ...assign({ inUse: true }, type === undefined ? LIVE : liveOfType(type)),
  },
});

/** What is wrong with the category whose check failed on this item. */
export const categoryProblem = (item: Item | undefined): CategoryProblem =>
  isLive(item) ? "otherType" : "noCategory";

/** The check that fails its transaction unless the category is live, whatever its type. */
export const categoryExists = (ownerId: Id, categoryId: Id): WriteInput => ({
  ConditionCheck: { Key: categoryKey(ownerId, categoryId), ...LIVE },
});
