import type { Category } from "@coffer/domain/category/category";
import { purchasesOf } from "@coffer/domain/payment/payment";
import { DEFAULT_SORT } from "@coffer/domain/transaction/definition";
import { BY_SORT, findTransactions, totalsOf } from "@coffer/domain/transaction/search";
import { PAGE_SIZE, PORTION, pageOf, type Transaction } from "@coffer/domain/transaction/transaction";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { foundPages, monthTransactions, searchOf } from "../../api/transactions.ts";
import { useDebounced } from "../../loading/use-debounced.ts";
import { usePeople } from "../../people/people.tsx";
import { useChangeSearch, useMonth, useOpenLedger } from "../../selection/selection.ts";
import { createStore } from "../../ui/base/store.ts";

const route = getRouteApi("/app/transactions");

export function useFilters(categories: readonly Category[] | undefined) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const changeSearch = useChangeSearch();
  const { q, type, by, page = 1, all = false, sort = DEFAULT_SORT, size = PAGE_SIZE } = search;
  const isEndless = size === "endless";
  const chosen = searchOf(search, categories);
  /** Changed filters start on the first page. */
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

export type Filters = ReturnType<typeof useFilters>;

export type Found = NonNullable<ReturnType<typeof useFound>["data"]>;

/** A loaded month is filtered here; all months are searched by the server, page by page. */
export function useFound(filters: Filters, categories: readonly Category[] | undefined) {
  const { ledgerId } = useOpenLedger();
  const { people } = usePeople();
  const { all, chosen, sort } = filters;
  const isPrinting = printing.use();
  const size = isPrinting ? Number.MAX_SAFE_INTEGER : filters.size;
  const page = isPrinting ? 1 : filters.page;
  const list = useQuery({ ...monthTransactions(ledgerId, useMonth()), enabled: !all });
  const text = useDebounced(filters.text);
  const search = { ...chosen, ...(chosen.text !== undefined && { text }), sort };
  const isByAmount = sort.endsWith("amount");
  const described = JSON.stringify(search);
  /** How far a search continues beyond the page after the person asked for more. */
  const [asked, setAsked] = useState({ of: "", rows: 0 });
  const needed = filters.page * filters.size;
  const searched = useInfiniteQuery({ ...foundPages(ledgerId, search, needed), enabled: all });
  const { pages = [] } = searched.data ?? {};
  const last = pages.at(-1);
  const purchases = purchasesOf(pages.flatMap((part) => part.rows));
  const count = last?.total.count ?? 0;
  // Sorting by amount needs all results.
  const isShort = searched.hasNextPage && (isByAmount || purchases.length < Math.min(page * size, count));
  const enough = Math.max(needed, asked.of === described ? asked.rows : 0);
  const isLookingOn = searched.hasNextPage && last?.soFar && purchases.length < enough;
  const mayLoad = (isShort || isLookingOn) && !searched.isFetching && !searched.isError;
  const { fetchNextPage } = searched;
  useEffect(() => {
    if (mayLoad) void fetchNextPage();
  }, [mayLoad, fetchNextPage]);
  const { error, refetch } = all ? searched : list;
  const data = all ? pageFound() : list.data && categories && pageOfMonth(list.data, categories);
  return { data, error, refetch };

  function pageFound() {
    if (!last) return undefined;
    return {
      ...pageOf(purchases.sort(BY_SORT[sort]), page, size),
      total: last.total,
      all: undefined,
      // True while the results are those of the previous search.
      isStale: searched.isPlaceholderData || isShort,
      /** Set if the server has more to search than it did so far. */
      unfinished: last.soFar && {
        pages: searched,
        onLook() {
          setAsked({ of: described, rows: count + 1 });
          void fetchNextPage();
        },
      },
    };
  }

  function pageOfMonth(ofMonth: readonly Transaction[], known: readonly Category[]) {
    const all = findTransactions(ofMonth, chosen, known, people).sort(BY_SORT[sort]);
    const purchases = purchasesOf(all).sort(BY_SORT[sort]);
    return {
      ...pageOf(purchases, page, size),
      all,
      total: totalsOf(all),
      isStale: false,
      unfinished: undefined,
    };
  }
}

/** True while the page is printed, where lists are not paged. */
const printing = createStore(false);

addEventListener("beforeprint", () => flushSync(() => printing.set(true)));
addEventListener("afterprint", () => printing.set(false));
