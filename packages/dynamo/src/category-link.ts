import { categoryOfOtherType, categoryRequired } from "@coffer/core/categories";
import { invalid, type Refusal } from "@coffer/core/refusal";
import type { Flow } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import { ConditionFailed, PRESENT } from "./conditions.ts";
import { homeOf, readDeletions } from "./deletions.ts";
import { budgetPartition, idText } from "./keys.ts";
import type { Key, Table, WriteInput } from "./table.ts";

export const CATEGORY_PREFIX = "CATEGORY#";
export const categoryKey = (ownerId: Id, id: Id): Key => ({
  pk: budgetPartition(ownerId),
  sk: `${CATEGORY_PREFIX}${idText(id)}`,
});

/** The parts of a condition on a category's `type`. */
export const ofType = (type: Flow) => ({
  ExpressionAttributeNames: { "#type": "type" },
  ExpressionAttributeValues: { ":type": type },
});

/**
 * Runs `write` with the one more write that proves its category: in the budget, of the transaction's type, not
 * deleted. It must come first in the same transaction. Refuses (invalid) a category that is missing or of the
 * other type.
 */
export async function inCategory<T>(
  ownerId: Id,
  { categoryId, type }: { categoryId: Id; type: Flow },
  write: (proof: WriteInput) => Promise<T>,
): Promise<T> {
  const Key = categoryKey(ownerId, categoryId);
  try {
    return await write({
      ConditionCheck: {
        Key,
        ...ofType(type),
        ConditionExpression: "#type = :type AND attribute_exists(inUse)",
      },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed) || error.index !== 0) throw error;
    if (!error.item) throw categoryRequired();
    if (error.item.type !== type) throw categoryOfOtherType(type);
  }
  const { ExpressionAttributeNames, ExpressionAttributeValues } = ofType(type);
  try {
    return await write({
      Update: {
        Key,
        UpdateExpression: "SET inUse = :true",
        ConditionExpression: "#type = :type",
        ExpressionAttributeNames,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ":true": true },
      },
    });
  } catch (error) {
    throw error instanceof ConditionFailed && error.index === 0 ? categoryRequired() : error;
  }
}

/** The write that makes its transaction fail unless the category is there, whatever its type. */
export function categoryThere(ownerId: Id, categoryId: Id): WriteInput {
  return { ConditionCheck: { Key: categoryKey(ownerId, categoryId), ...PRESENT } };
}

/**
 * Takes what was just read of a budget; returns each with the category it belongs to now, or null: a category
 * that was deleted may still be named.
 */
export async function inTheirCategories<T extends { categoryId: Id | null }>(
  table: Table,
  ownerId: Id,
  things: readonly T[],
): Promise<T[]> {
  if (things.every(({ categoryId }) => categoryId === null)) return [...things];
  const deletions = await readDeletions(table, ownerId);
  return things.map((thing) => {
    const { categoryId } = thing;
    return { ...thing, categoryId: categoryId && homeOf(deletions, categoryId) };
  });
}

/** What a person is told who links to a category that is not in the budget. */
export function noSuchCategory(): Refusal {
  return invalid("categoryId", "Choose a category of this budget");
}
