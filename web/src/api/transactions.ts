import { transactions } from "@coffer/contract/transaction";
import type { Flow } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { type Day, FIRST_DAY, LAST_DAY } from "@coffer/domain/time/day";
import { firstDay, lastDay, type Month, parseMonth } from "@coffer/domain/time/month";
import type { Sort } from "@coffer/domain/transaction/sorts";
import { newestFirst, type Transaction, withWritten } from "@coffer/domain/transaction/transaction";
import type { InfiniteData, QueryClient, UseInfiniteQueryResult } from "@tanstack/react-query";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { waitingWrites } from "../offline/waiting-writes.ts";
import { withWaiting } from "../offline/with-waiting.ts";
import type { transactionsSearch } from "../selection/search.ts";
import { call, callQuery, type LedgerId, queryKey, send } from "./call.ts";
import { withMonth } from "./month-view.ts";

/** Newest first. */
export function monthTransactions(ledgerId: LedgerId, month: Month) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "transactions", month),
    queryFn: async (context) => {
      const rows = await withMonth(
        [ledgerId, month],
        ({ transactions, cursor }) => (cursor === null ? transactions : undefined),
        (signal) => allBetween(ledgerId, firstDay(month), lastDay(month), signal),
      )(context);
      return withWaiting(rows, waitingWrites.get(), { ledgerId, month });
    },
  });
}

type Search = { text?: string; type?: Flow; categoryId?: Id; by?: Id; sort?: Sort };

type Chosen = Pick<InferOutput<typeof transactionsSearch>, "q" | "type" | "category" | "by">;

/** The search that the filters of an address stand for. An unknown category, such as a deleted one, filters nothing. */
export function searchOf({ q, type, category, by }: Chosen, categories?: readonly { id: Id }[]): Search {
  const isThere = !categories || categories.some(({ id }) => id === category);
  return {
    ...(q && { text: q }),
    ...(type && { type }),
    ...(category && isThere && { categoryId: category }),
    ...(by && { by }),
  };
}

/** The first hundred over all months; `soFar` where not all rows of the budget were read for it. */
export function transactionSearch(ledgerId: LedgerId, search: Search) {
  const key = queryKey(ledgerId, "search", JSON.stringify(search));
  const input = { ledgerId, query: search };
  return callQuery(key, transactions.search, input, { placeholderData: keepPreviousData });
}

/** The same, a hundred at a time: `total` is of all that was read until then. */
export function foundPages(ledgerId: LedgerId, search: Search) {
  return infiniteQueryOptions({
    queryKey: queryKey(ledgerId, "search", "pages", JSON.stringify(search)),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(transactions.search, { ledgerId, query: { ...search, ...(cursor && { cursor }) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
}
export type Found = InferOutput<(typeof transactions.search)["reply"]>;
export type FoundPages = UseInfiniteQueryResult<InfiniteData<Found>>;

export function transactionsBetween(ledgerId: LedgerId, first: Day, last: Day) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "transactions", "between", first, last),
    queryFn: ({ signal }) => allBetween(ledgerId, first, last, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Transactions of all months, newest first; `onProgress` gets how many have loaded. */
export function allTransactions(ledgerId: LedgerId, onProgress: (rows: number) => void) {
  return allBetween(ledgerId, FIRST_DAY, LAST_DAY, undefined, onProgress);
}

async function allBetween(
  ledgerId: LedgerId,
  startDate: Day,
  endDate: Day,
  signal?: AbortSignal,
  onProgress?: (rows: number) => void,
): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  let cursor: string | undefined;
  do {
    const query = { startDate, endDate, ...(cursor !== undefined && { cursor }) };
    const { reply, next } = await send(transactions.list, { ledgerId, query, ...(signal && { signal }) });
    rows.push(...reply);
    onProgress?.(rows.length);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return rows.sort(newestFirst);
}

/** Puts transactions into the list of their month, and takes what was there of them out of every other. */
export function moveInCache(client: QueryClient, ledgerId: LedgerId, written: readonly Transaction[]) {
  const lists = client.getQueriesData<Transaction[]>({ queryKey: queryKey(ledgerId, "transactions") });
  for (const [key, rows] of lists) {
    const month = parseMonth(String(key.at(-1)));
    if (month && Array.isArray(rows)) client.setQueryData(key, withWritten(rows, written, month));
  }
}
