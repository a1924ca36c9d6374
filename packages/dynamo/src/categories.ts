import type { CategoryStore } from "@coffer/core/categories";
import { CATEGORY_COLORS, CATEGORY_ICONS, type Category, FLOWS } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { budgetPartition, idText } from "./keys.ts";
import { addOnce } from "./once.ts";
import { ABSENT, ConditionFailed, type Item, type Key, PRESENT, type Table } from "./table.ts";

const PREFIX = "CATEGORY#";
export const categoryKey = (ownerId: Id, id: Id): Key => ({
  pk: budgetPartition(ownerId),
  sk: `${PREFIX}${idText(id)}`,
});

const stored = v.object({
  id: v.number(),
  name: v.string(),
  description: v.nullable(v.string()),
  icon: v.picklist(Object.keys(CATEGORY_ICONS) as (keyof typeof CATEGORY_ICONS)[]),
  color: v.picklist(CATEGORY_COLORS),
  type: v.picklist(FLOWS),
});

const toItem = (ownerId: Id, category: Category): Item & Key => ({ ...categoryKey(ownerId, category.id), ...category });
const fromItem = (item: Item): Category => v.parse(stored, item);

export function createCategoryStore(table: Table): CategoryStore {
  return {
    async list(ownerId) {
      const items = await table.query({
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": budgetPartition(ownerId), ":prefix": PREFIX },
        ConsistentRead: true,
      });
      return items.map(fromItem);
    },

    add: (ownerId, category, once, now) =>
      addOnce(table, {
        pk: budgetPartition(ownerId),
        once,
        now,
        value: category,
        parse: fromItem,
        writes: [{ Put: { Item: toItem(ownerId, category), ...ABSENT } }],
      }),

    async replace(ownerId, category) {
      try {
        await table.put(toItem(ownerId, category), PRESENT);
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },
  };
}
