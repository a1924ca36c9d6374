import type { CategoryProblem } from "@coffer/core/category/category-problem";
import type { Flow } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { assign, type Condition } from "../table/conditions.ts";
import type { Item, WriteInput } from "../table/item.ts";
import { categoryKey } from "./resolve-category.ts";

/** Only where the category is there and not a tombstone. */
export const LIVE: Condition = {
  ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(deletedAt)",
};

/** The check of `LIVE`, of an item that was read. */
export const isLive = (item: Item | undefined): item is Item =>
  item !== undefined && item.deletedAt === undefined;

/** Only where the category is live and of that type, or has none. */
export const liveOfType = (type: Flow) => ({
  ConditionExpression: `${LIVE.ConditionExpression} AND (#type = :type OR attribute_not_exists(#type))`,
  ExpressionAttributeNames: { "#type": "type" },
  ExpressionAttributeValues: { ":type": type },
});

/**
 * The check, in the same transaction, of a category that transactions or subscriptions come to name: live, and of their
 * type where that is known. Its type stays while it is in use.
 */
export const categoryInUse = (ownerId: Id, categoryId: Id, type: Flow | undefined): WriteInput => ({
  Update: {
    Key: categoryKey(ownerId, categoryId),
    ...assign({ inUse: true }, type === undefined ? LIVE : liveOfType(type)),
  },
});

/** The problem of the category whose check failed on this item. */
export const categoryProblem = (item: Item | undefined): CategoryProblem =>
  isLive(item) ? "otherType" : "noCategory";

/** The check that fails its transaction unless the category is live, whatever its type. */
export const categoryExists = (ownerId: Id, categoryId: Id): WriteInput => ({
  ConditionCheck: { Key: categoryKey(ownerId, categoryId), ...LIVE },
});
