import { transactions } from "@coffer/contract/transaction";
import type { Flow } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import type { Sort, Totals } from "@coffer/domain/search";
import type { Transaction } from "@coffer/domain/transaction";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { type Budget, queryKey } from "./query-key.ts";

/** How many transactions one call returns. */
export const SEARCH_SIZE = 100;

type Search = { text?: string; type?: Flow; categoryId?: Id; by?: Id; sort?: Sort };

/** As the address of the list has it. */
type Chosen = {
  q?: string | undefined;
  type?: Flow | undefined;
  category?: Id | undefined;
  by?: Id | undefined;
};

/** What the filters of an address search for. An unknown category, such as a deleted one, filters nothing. */
export function searchOf(
  { q, type, category, by }: Chosen,
  categories: readonly { id: Id }[] | undefined,
): Search {
  const isThere = !categories || categories.some(({ id }) => id === category);
  return {
    ...(q && { text: q }),
    ...(type && { type }),
    ...(category && isThere && { categoryId: category }),
    ...(by && { by }),
  };
}

export type Found = { rows: Transaction[]; total: Totals; cursor: string | null };

/**
 * Over all months. `part` counts the calls from 0: each goes on where the one before ended, and a part beyond the
 * end is the last one.
 */
export function transactionSearch(budget: Budget, search: Search, part = 0) {
  return queryOptions({
    queryKey: queryKey(budget, "search", JSON.stringify(search), part),
    queryFn: async ({ client, signal }): Promise<Found> => {
      if (part === 0) return call(transactions.search, { budget, query: search, signal });
      const before: Found = await client.fetchQuery(transactionSearch(budget, search, part - 1));
      if (before.cursor === null) return before;
      return call(transactions.search, { budget, query: { ...search, cursor: before.cursor }, signal });
    },
    placeholderData: keepPreviousData,
  });
}
