import type { Category } from "@coffer/domain/category/category";
import { type Purchase, purchasesOf } from "@coffer/domain/payment/payment";
import { bySort, matcher, type Totals, totalsOf } from "@coffer/domain/transaction/search";
import { pageOf, type Transaction } from "@coffer/domain/transaction/transaction";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type FoundPages, foundPages } from "../../api/transactions.ts";
import type { Query } from "../../loading/QueryResult.tsx";
import { useDebounced } from "../../loading/use-debounced.ts";
import { usePeople } from "../../people/use-people.ts";
import { useMonth, useOpenLedger } from "../../selection/selection.ts";
import { reads } from "./reads.ts";
import type { useFilters } from "./use-filters.ts";

export type Found = {
  rows: Purchase[];
  /** Of every page; undefined where the server searches. */
  all?: Transaction[];
  page: number;
  total: Totals;
  /** Of the search before, while the next one runs. */
  isStale: boolean;
  /** Set where the server has more to search than it did so far. */
  unfinished?: FoundPages | undefined;
};

/** One month is filtered here, as loaded; all months are searched by the server, a hundred at a time. */
export function useFound(
  filters: ReturnType<typeof useFilters>,
  categories: readonly Category[] | undefined,
): Query<Found> {
  const { ledgerId } = useOpenLedger();
  const { people } = usePeople();
  const { all, chosen, sort, size, page } = filters;
  const list = useQuery({ ...reads({ ledgerId, month: useMonth() }).transactions, enabled: !all });
  const text = useDebounced(filters.text);
  const search = { ...chosen, ...(chosen.text !== undefined && { text }), sort };
  const searched = useInfiniteQuery({ ...foundPages(ledgerId, search), enabled: all });
  const { pages = [] } = searched.data ?? {};
  const last = pages.at(-1);
  const rows = pages.flatMap((part) => part.rows);
  const count = last?.total.count ?? 0;
  // What was read in several goes is in order once all of it is here.
  const wanted = pages[0]?.soFar && sort.endsWith("amount") ? count : Math.min(page * size, count);
  const isShort = rows.length < wanted && searched.hasNextPage;
  const mayLoad = isShort && !searched.isFetching && !searched.isError;
  const { fetchNextPage } = searched;
  useEffect(() => {
    if (mayLoad) void fetchNextPage();
  }, [mayLoad, fetchNextPage]);
  const { error, refetch } = all ? searched : list;
  const data = all ? pageFound() : list.data && categories && pageOfMonth(list.data, categories);
  return { data, error, refetch };

  function pageFound(): Found | undefined {
    if (!last) return undefined;
    const shown = pageOf(rows.sort(bySort(sort)), page, size);
    return {
      rows: purchasesOf(shown.rows),
      page: shown.page,
      total: last.total,
      isStale: searched.isPlaceholderData || isShort,
      unfinished: last.soFar && rows.length >= count ? searched : undefined,
    };
  }

  function pageOfMonth(ofMonth: readonly Transaction[], known: readonly Category[]): Found {
    const lines = ofMonth.filter(matcher(chosen, known, people)).sort(bySort(sort));
    const purchases = purchasesOf(lines).sort(bySort(sort));
    return { ...pageOf(purchases, page, size), all: lines, total: totalsOf(lines), isStale: false };
  }
}
