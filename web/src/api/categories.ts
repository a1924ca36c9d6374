import { categories } from "@coffer/contract/category";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { call, callQuery, FIVE_MINUTES, type LedgerId, NEVER_CACHED, queryKey } from "./call.ts";
import { withMonth } from "./month-view.ts";

export function categoryList(ledgerId: LedgerId) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "categories"),
    queryFn: withMonth<Category[]>(
      [ledgerId],
      (view) => view.categories,
      (signal) => call(categories.list, { ledgerId, signal }),
    ),
    staleTime: FIVE_MINUTES,
  });
}

/** The extent of a category's deletion. */
export function categoryUsage(ledgerId: LedgerId, id: Id) {
  const key = queryKey(ledgerId, "categories", id, "usage");
  return callQuery(key, categories.usage, { ledgerId, params: { id } }, NEVER_CACHED);
}

/** The kinds that categories are now, as somebody chose or as their rows say. */
export const categoryKinds = (ledgerId: LedgerId) =>
  callQuery(queryKey(ledgerId, "categories", "kinds"), categories.kinds, { ledgerId }, NEVER_CACHED);
