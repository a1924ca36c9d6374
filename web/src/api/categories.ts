import { categories } from "@coffer/contract/category";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { withMonth } from "./month-view.ts";
import { type Budget, FIVE_MINUTES, queryKey } from "./query-key.ts";
import { useApiMutation } from "./use-api-mutation.ts";

export function categoryList(budget: Budget) {
  return queryOptions({
    queryKey: queryKey(budget, "categories"),
    queryFn: (context): Promise<Category[]> =>
      withMonth(
        context,
        [budget],
        (view) => view.categories,
        (signal) => call(categories.list, { budget, signal }),
      ),
    staleTime: FIVE_MINUTES,
  });
}

/** The extent of a category's deletion. Never cached. */
export function categoryUsage(budget: Budget, id: Id) {
  return queryOptions({
    queryKey: queryKey(budget, "categories", id, "usage"),
    queryFn: ({ signal }) => call(categories.usage, { budget, params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Without `moveTo` the budgets and transactions of the category are deleted too. */
export function useDeleteCategory(budget: Budget) {
  return useApiMutation({
    run: ({ id, moveTo }: { id: Id; moveTo?: Id }, _, written) =>
      call(categories.remove, { budget, params: { id }, query: { moveTo }, written }),
    affects: [budget, "categories"],
    successToast: () => ({ title: "Category deleted" }),
    failureToast: { title: "Error", description: "Failed to delete category" },
  });
}
