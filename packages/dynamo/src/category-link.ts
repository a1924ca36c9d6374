import { invalid, type Refusal } from "@coffer/core/refusal";
import type { Id } from "@coffer/domain/id";
import { homeOf, readDeletions } from "./deletions.ts";
import type { Table } from "./table.ts";

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
