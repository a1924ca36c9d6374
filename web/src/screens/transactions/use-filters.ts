import type { Category, Flow } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { DEFAULT_SORT, type Sort } from "@coffer/domain/transaction/sorts";
import { PAGE_SIZE, type PAGE_SIZES, PORTION } from "@coffer/domain/transaction/transaction";
import { getRouteApi } from "@tanstack/react-router";
import { searchOf } from "../../api/transactions.ts";
import { useChangeSearch } from "../../selection/selection.ts";

const route = getRouteApi("/app/transactions");

/** Filters and page in the URL. */
export function useFilters(categories: readonly Category[] | undefined) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changeSearch = useChangeSearch();
  const { q, type, by, page = 1, all = false, sort = DEFAULT_SORT, size = PAGE_SIZE } = search;
  const isEndless = size === "endless";
  const chosen = searchOf(search, categories);
  const category = chosen.categoryId;
  // Another selection starts on its first page.
  const narrow = (part: Partial<Omit<typeof search, "page" | "month" | "budget">>, replace = false) =>
    changeSearch({ ...part, page: undefined }, { replace });
  return {
    text: q ?? "",
    type: type ?? "",
    category: category ?? "",
    by: by ?? "",
    all,
    sort,
    // An endless list is one page that grows.
    page: isEndless ? 1 : page,
    size: isEndless ? page * PORTION : size,
    chosenSize: size,
    showMore: isEndless ? () => changeSearch({ page: page + 1 }, { replace: true }) : undefined,
    isFiltered: q !== undefined || type !== undefined || category !== undefined || by !== undefined,
    chosen,
    // Replaces the history entry, so that typing adds none for each letter.
    setText: (text: string) => narrow({ q: text || undefined }, true),
    setType: (chosen: Flow | "") => narrow({ type: chosen || undefined }),
    setCategory: (chosen: Id | "") => narrow({ category: chosen || undefined }),
    setBy: (chosen: Id | "") => narrow({ by: chosen || undefined }),
    setAll: (next: boolean) => narrow({ all: next || undefined }),
    setSort: (chosen: Sort) => narrow({ sort: chosen === DEFAULT_SORT ? undefined : chosen }),
    setSize: (chosen: (typeof PAGE_SIZES)[number] | "endless") =>
      narrow({ size: chosen === PAGE_SIZE ? undefined : chosen }),
    clear: () => narrow({ q: undefined, type: undefined, category: undefined, by: undefined }),
    toPage: (next: number) =>
      navigate({ search: (previous) => ({ ...previous, page: next > 1 ? next : undefined }) }),
  } as const;
}
