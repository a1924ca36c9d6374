import type { CategoryProblem } from "@coffer/core/category/category-problem";
import type { Flow } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { Item, WriteInput } from "../table/item.ts";
import { assign, both, type Condition, when } from "../table/writes.ts";
import { categoryKey } from "./resolve-category.ts";

/** Holds where the category is there and not a tombstone. */
export const LIVE = when("attribute_exists(pk) AND attribute_not_exists(deletedAt)");

/** The check of `LIVE`, of an item that was read. */
export const isLive = (item: Item | undefined): item is Item =>
  item !== undefined && item.deletedAt === undefined;

/** Holds where the category is live and of that type, or has none. */
export const liveOfType = (type: Flow): Condition =>
  both(LIVE, when("(#type = :type OR attribute_not_exists(#type))", { type }));

/**
 * The check, in the same transaction, of a category that transactions or subscriptions come to name: live, and of their
 * type where that is known. Its type stays while it is in use.
 */
export const categoryInUse = (ownerId: Id, categoryId: Id, type: Flow | undefined): WriteInput => ({
  Update: assign(categoryKey(ownerId, categoryId), { inUse: true }, type ? liveOfType(type) : LIVE),
});

/** The check of a category whose type does not matter. */
export const categoryExists = (ownerId: Id, categoryId: Id): WriteInput => ({
  ConditionCheck: { Key: categoryKey(ownerId, categoryId), ...LIVE },
});

/** The problem of the category whose check failed on this item. */
export const categoryProblem = (item: Item | undefined): CategoryProblem =>
  isLive(item) ? "otherType" : "noCategory";
