import { categories } from "@coffer/contract/category";
import type { Category } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { useChange } from "./change.ts";
import { freshness } from "./freshness.ts";
import { type Budget, keyOf } from "./keys.ts";
import { refresh } from "./refresh.ts";

const FIVE_MINUTES = 300_000;

/** The budget's categories. */
export function categoryList(budget: Budget) {
  return queryOptions({
    queryKey: keyOf(budget, "categories"),
    queryFn: ({ signal }): Promise<Category[]> => call(categories.list, { budget, signal }),
    ...freshness(budget, FIVE_MINUTES),
  });
}

/** How much a category's deletion would touch; asked anew each time it matters. */
export function categoryUsage(budget: Budget, id: Id) {
  return queryOptions({
    queryKey: keyOf(budget, "categories", id, "usage"),
    queryFn: ({ signal }) => call(categories.usage, { budget, params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Deletes a category with all that belongs to it, or moves that to another one first. */
export function useDeleteCategory(budget: Budget) {
  return useChange({
    run: ({ id, moveTo }: { id: Id; moveTo?: Id }) =>
      call(categories.remove, { budget, params: { id }, query: { moveTo } }),
    settle: (client) => refresh(client, budget, "categories"),
    success: () => ({ title: "Category deleted" }),
    failure: { title: "Error", description: "Failed to delete category" },
  });
}
