import { invalid } from "@coffer/core/refusal";
import type { Flow } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import { categoryKey } from "./categories.ts";
import type { WriteInput } from "./table.ts";

/**
 * The write that makes its transaction fail unless the category is in the budget, of the given type if any.
 * One that is being deleted is not there any more.
 */
export function categoryIsThere(ownerId: Id, categoryId: Id, type?: Flow): WriteInput {
  const there = "attribute_exists(pk) AND attribute_not_exists(deleting)";
  return {
    ConditionCheck: {
      Key: categoryKey(ownerId, categoryId),
      ...(type
        ? {
            ConditionExpression: `${there} AND #type = :type`,
            ExpressionAttributeNames: { "#type": "type" },
            ExpressionAttributeValues: { ":type": type },
          }
        : { ConditionExpression: there }),
    },
  };
}

/** What a person is told when that write failed. */
export const noSuchCategory = () => invalid("categoryId", "Choose a category of this budget");
