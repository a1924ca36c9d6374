import { type Category, FLOWS } from "@coffer/domain/category";
import { DEFAULT_SORT, SORTS, type Sort } from "@coffer/domain/search";
import { PAGE_SIZE } from "@coffer/domain/transaction";
import { getRouteApi } from "@tanstack/react-router";
import { searchOf } from "../../api/search-transactions.ts";

const LONGER = [20, 50, 100] as const;

const route = getRouteApi("/app/transactions");

/** Filters and page in the URL. */
export function useFilters(categories: readonly Category[] | undefined) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q, type, by, page = 1, all = false, sort = DEFAULT_SORT, size = PAGE_SIZE } = search;
  const chosen = searchOf(search, categories);
  const category = chosen.categoryId;
  return {
    text: q ?? "",
    type: type ?? "",
    category: category ?? "",
    by: by ?? "",
    all,
    sort,
    page,
    size,
    any: q !== undefined || type !== undefined || category !== undefined || by !== undefined,
    chosen,
    // Replaces the history entry, so that typing adds none for each letter.
    setText: (text: string) => narrow({ q: text || undefined }, true),
    setType: (chosen: string) => narrow({ type: FLOWS.find((flow) => flow === chosen) }),
    setCategory: (chosen: string) => narrow({ category: Number(chosen) || undefined }),
    setBy: (chosen: string) => narrow({ by: Number(chosen) || undefined }),
    setAll: (next: boolean) => narrow({ all: next || undefined }),
    setSort: (chosen: string) => narrow({ sort: SORTS.filter(isNotDefault).find((sort) => sort === chosen) }),
    setSize: (chosen: number) => narrow({ size: LONGER.find((size) => size === chosen) }),
    clear: () => narrow({ q: undefined, type: undefined, category: undefined, by: undefined }),
    toPage: (next: number) =>
      navigate({ search: (previous) => ({ ...previous, page: next > 1 ? next : undefined }) }),
  };

  type Part = Partial<Omit<typeof search, "page" | "month" | "budget">>;
  function narrow(part: Part, replace = false) {
    return navigate({
      search: (previous) => ({ ...previous, ...part, page: undefined }),
      replace,
      resetScroll: false,
    });
  }
}

const isNotDefault = (sort: Sort): sort is Exclude<Sort, typeof DEFAULT_SORT> => sort !== DEFAULT_SORT;
