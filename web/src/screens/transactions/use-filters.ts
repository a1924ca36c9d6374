import { type Category, FLOWS, type Flow } from "@coffer/domain/category";
import { getRouteApi } from "@tanstack/react-router";

const route = getRouteApi("/app/transactions");

/**
 * The list's filters and page, as the URL has them, and how to change them. A category that is none of the budget's,
 * once those are known, filters nothing: it may have been deleted since.
 */
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
    /** For the domain's rule. */
    chosen: { ...(q && { text: q }), ...(type && { type }), ...(category && { categoryId: category }) },
    // Typing leaves no trail of single letters in the history.
    setText: (text: string) => narrow({ q: text || undefined }, true),
    setType: (chosen: string) => narrow({ type: FLOWS.find((flow) => flow === chosen) }),
    setCategory: (chosen: string) => narrow({ category: Number(chosen) || undefined }),
    clear: () => narrow({ q: undefined, type: undefined, category: undefined }),
    toPage: (next: number) =>
      navigate({ search: (kept) => ({ ...kept, page: next > 1 ? next : undefined }) }),
  };

  type Part = { q?: string | undefined; type?: Flow | undefined; category?: number | undefined };
  function narrow(part: Part, replace = false) {
    return navigate({
      search: (kept) => ({ ...kept, ...part, page: undefined }),
      replace,
      resetScroll: false,
    });
  }
}
