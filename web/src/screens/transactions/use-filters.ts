import { type Category, FLOWS, type Flow } from "@coffer/domain/category";
import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/app/transactions");

/** Filters and page in the URL. An unknown category, such as a deleted one, filters nothing. */
export function useFilters(categories: readonly Category[] | undefined) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q, type, page = 1 } = search;
  const isThere = !categories || categories.some(({ id }) => id === search.category);
  const category = isThere ? search.category : undefined;
  return {
    text: q ?? "",
    type: type ?? "",
    category: category ?? "",
    page,
    any: q !== undefined || type !== undefined || category !== undefined,
    chosen: { ...(q && { text: q }), ...(type && { type }), ...(category && { categoryId: category }) },
    // Replaces the history entry, so that typing adds none for each letter.
    setText: (text: string) => narrow({ q: text || undefined }, true),
    setType: (chosen: string) => narrow({ type: FLOWS.find((flow) => flow === chosen) }),
    setCategory: (chosen: string) => narrow({ category: Number(chosen) || undefined }),
    clear: () => narrow({ q: undefined, type: undefined, category: undefined }),
    toPage: (next: number) =>
      navigate({ search: (previous) => ({ ...previous, page: next > 1 ? next : undefined }) }),
  };

  type Part = { q?: string | undefined; type?: Flow | undefined; category?: number | undefined };
  function narrow(part: Part, replace = false) {
    return navigate({
      search: (previous) => ({ ...previous, ...part, page: undefined }),
      replace,
      resetScroll: false,
    });
  }
}
