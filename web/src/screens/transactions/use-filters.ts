import type { Category } from "@coffer/domain/category/category";
import { DEFAULT_SORT } from "@coffer/domain/transaction/sorts";
import { PAGE_SIZE, PORTION } from "@coffer/domain/transaction/transaction";
import { getRouteApi } from "@tanstack/react-router";
import { searchOf } from "../../api/transactions.ts";
import { useChangeSearch } from "../../selection/selection.ts";

const route = getRouteApi("/app/transactions");

export function useFilters(categories: readonly Category[] | undefined) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changeSearch = useChangeSearch();
  const { q, type, by, page = 1, all = false, sort = DEFAULT_SORT, size = PAGE_SIZE } = search;
  const isEndless = size === "endless";
  const chosen = searchOf(search, categories);
  /** Another selection starts on its first page. */
  const narrow = (part: Partial<Omit<typeof search, "page" | "month" | "budget">>, replace = false) =>
    changeSearch({ ...part, page: undefined }, { replace });
  return {
    text: q ?? "",
    type: type ?? "",
    category: chosen.categoryId ?? "",
    by: by ?? "",
    all,
    sort,
    // An endless list is one page that grows.
    page: isEndless ? 1 : page,
    size: isEndless ? page * PORTION : size,
    chosenSize: size,
    showMore: isEndless ? () => changeSearch({ page: page + 1 }, { replace: true }) : undefined,
    isFiltered: [q, type, chosen.categoryId, by].some((part) => part !== undefined),
    chosen,
    narrow,
    clear: () => narrow({ q: undefined, type: undefined, category: undefined, by: undefined }),
    toPage: (next: number) =>
      navigate({ search: (previous) => ({ ...previous, page: next > 1 ? next : undefined }) }),
  } as const;
}
