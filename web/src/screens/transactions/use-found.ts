import type { Category } from "@coffer/domain/category/category";
import { type Purchase, purchasesOf } from "@coffer/domain/payment/payment";
import { bySort, matcher, type Totals, totalsOf } from "@coffer/domain/transaction/search";
import type { Sort } from "@coffer/domain/transaction/sorts";
import { pageOf, type Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { SEARCH_SIZE, transactionSearch } from "../../api/transactions.ts";
import type { Query } from "../../loading/QueryResult.tsx";
import { useDebounced } from "../../loading/use-debounced.ts";
import { usePeople } from "../../people/use-people.ts";
import { useMonth, useOpenBudget } from "../../selection/selection.ts";
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
};

/** One month is filtered here, as loaded; all months are searched by the server, a hundred at a time. */
export function useFound(
  filters: ReturnType<typeof useFilters>,
  categories: readonly Category[] | undefined,
): Query<Found> {
  const { budget } = useOpenBudget();
  const { people } = usePeople();
  const { all, chosen, sort, size, page } = filters;
  const list = useQuery({ ...reads({ budget, month: useMonth() }).transactions, enabled: !all });
  const text = useDebounced(filters.text);
  const search = { ...chosen, ...(chosen.text !== undefined && { text }), sort };
  const part = Math.floor(((page - 1) * size) / SEARCH_SIZE);
  const searched = useQuery({ ...transactionSearch(budget, search, part), enabled: all });
  const { error, refetch } = all ? searched : list;
  const data = all
    ? searched.data && { ...pageInPart(searched.data, page, size), isStale: searched.isPlaceholderData }
    : list.data &&
      categories &&
      pageOfAll(list.data.filter(matcher(chosen, categories, people)), sort, page, size);
  return { data, error, refetch };
}

function pageOfAll(lines: Transaction[], sort: Sort, page: number, size: number): Found {
  const all = lines.sort(bySort(sort));
  const purchases = purchasesOf(all).sort(bySort(sort));
  return { ...pageOf(purchases, page, size), all, total: totalsOf(all), isStale: false };
}

/** A part has the rows of several pages. */
function pageInPart({ rows, total }: Pick<Found, "rows" | "total">, page: number, size: number) {
  const last = Math.max(1, Math.ceil(total.count / size));
  const clamped = Math.min(page, last);
  const start = ((clamped - 1) * size) % SEARCH_SIZE;
  return { rows: purchasesOf(rows.slice(start, start + size)), page: clamped, total };
}
