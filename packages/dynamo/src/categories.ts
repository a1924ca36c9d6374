import type { CategoryStore } from "@coffer/core/categories";
import { invalid, notFound } from "@coffer/core/refusal";
import {
  CATEGORY_COLORS,
  CATEGORY_ICON_NAMES,
  type Category,
  FLOWS,
  type Flow,
} from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { finishDeletions, hasTransactions, usageOf } from "./belongings.ts";
import { CATEGORY_PREFIX, categoryKey, inCategory, ofType } from "./category-link.ts";
import { ABSENT, ConditionFailed, PRESENT } from "./conditions.ts";
import { ownersOfUnfinished, startDeletion } from "./deletions.ts";
import { createIdempotently } from "./idempotency.ts";
import { budgetPartition } from "./keys.ts";
import type { Item, Key, Table } from "./table.ts";

const stored = v.object({
  id: v.number(),
  name: v.string(),
  description: v.nullable(v.string()),
  icon: v.picklist(CATEGORY_ICON_NAMES),
  color: v.picklist(CATEGORY_COLORS),
  type: v.picklist(FLOWS),
});

/**
 * `inUse` stands before a category gets its first transaction and is taken off while its type is to change, so
 * that a transaction added meanwhile puts it back and is noticed.
 */
const toItem = (ownerId: Id, category: Category): Item & Key => ({
  ...categoryKey(ownerId, category.id),
  ...category,
  inUse: true,
});
const fromItem = (item: Item): Category => v.parse(stored, item);

export function createCategoryStore(table: Table): CategoryStore {
  return {
    async list(ownerId) {
      const items = await table.list(budgetPartition(ownerId), CATEGORY_PREFIX);
      return items.map(fromItem);
    },

    add: (ownerId, category, idempotencyKey, now) =>
      createIdempotently(table, {
        pk: budgetPartition(ownerId),
        idempotencyKey,
        now,
        value: category,
        parse: fromItem,
        writes: [{ Put: { Item: toItem(ownerId, category), ...ABSENT } }],
      }),

    async replace(ownerId, category) {
      try {
        await table.put(toItem(ownerId, category), {
          ...ofType(category.type),
          ConditionExpression: "#type = :type",
        });
        return "replaced";
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return error.item ? changeType(table, ownerId, category) : "notFound";
      }
    },

    async usage(ownerId, id) {
      const [item, usage] = await Promise.all([
        table.get(categoryKey(ownerId, id)),
        usageOf(table, ownerId, id),
      ]);
      return item && usage;
    },

    async remove(ownerId, id, moveTo, now) {
      const start = startDeletion(ownerId, id, moveTo, now);
      const Key = categoryKey(ownerId, id);
      try {
        if (moveTo === null) return await table.transact([{ Delete: { Key, ...PRESENT } }, start]);
        const type = await typeToMove(table, ownerId, id, moveTo);
        const take = {
          Delete: { Key, ...ofType(type), ConditionExpression: "#type = :type" },
        };
        await inCategory(ownerId, { categoryId: moveTo, type }, (proof) =>
          table.transact([proof, take, start]),
        );
      } catch (error) {
        throw error instanceof ConditionFailed ? notFound("Category") : error;
      }
    },

    finishDeletions: (ownerId, now, portion) => finishDeletions(table, ownerId, now, portion),
    unfinishedDeletions: () => ownersOfUnfinished(table),
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
    await table.update({ Key, UpdateExpression: "REMOVE inUse", ...PRESENT });
    if (await hasTransactions(table, ownerId, category.id)) return "used";
    await table.put(toItem(ownerId, category), {
      ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(inUse)",
    });
    return "replaced";
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return error.item ? "used" : "notFound";
  }
}

/** The type that a category shares with the one its belongings move to; refuses a pair that does not fit. */
async function typeToMove(table: Table, ownerId: Id, id: Id, moveTo: Id): Promise<Flow> {
  const unfit = invalid("moveTo", "Choose another category of the same type");
  if (moveTo === id) throw unfit;
  const [item, target] = await table.getMany([categoryKey(ownerId, id), categoryKey(ownerId, moveTo)]);
  if (!item) throw notFound("Category");
  const { type } = fromItem(item);
  if (!target || fromItem(target).type !== type) throw unfit;
  return type;
}
