import { categories } from "@coffer/contract/category";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { withMonth } from "./month-view.ts";
import { FIVE_MINUTES, type LedgerId, queryKey } from "./query-key.ts";
import { useApiMutation } from "./use-api-mutation.ts";

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

/** The extent of a category's deletion. Never cached. */
export function categoryUsage(ledgerId: LedgerId, id: Id) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "categories", id, "usage"),
    queryFn: ({ signal }) => call(categories.usage, { ledgerId, params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The kinds that categories are now, as somebody chose or as their rows say. */
export function categoryKinds(ledgerId: LedgerId) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "categories", "kinds"),
    queryFn: ({ signal }) => call(categories.kinds, { ledgerId, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Without `moveTo` the budgets and transactions of the category are deleted too. */
export function useDeleteCategory(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id, moveTo }: { id: Id; moveTo?: Id }, attempt) =>
      call(categories.remove, { ledgerId, params: { id }, query: { moveTo }, ...attempt }),
    affects: [ledgerId, "categories"],
    successToast: () => ({ title: "Category deleted" }),
    failureToast: { title: "Error", description: "Failed to delete category" },
  });
}
