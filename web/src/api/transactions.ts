import { transactions } from "@coffer/contract/transaction";
import { type Day, FIRST_DAY, LAST_DAY } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import { firstDay, lastDay, type Month, monthOfDay } from "@coffer/domain/month";
import { newestFirst, type Transaction } from "@coffer/domain/transaction";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { InferInput } from "valibot";
import { changeAtOnce, removeFromCache, upsertInCache } from "./cached-list.ts";
import { call, send } from "./call.ts";
import { sendEdit } from "./edit-version.ts";
import { invalidate } from "./invalidate.ts";
import { type Budget, queryKey } from "./query-key.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

/** Newest first. */
export function monthTransactions(budget: Budget, month: Month) {
  return queryOptions({
    queryKey: queryKey(budget, "transactions", month),
    queryFn: ({ signal }) => allBetween(budget, firstDay(month), lastDay(month), signal),
  });
}

/** The latest transactions of all months with a text in them, a hundred at most. */
export function transactionsLike(budget: Budget, text: string) {
  return queryOptions({
    queryKey: queryKey(budget, "transactions", "like", text),
    queryFn: ({ signal }) => call(transactions.search, { budget, query: { text }, signal }),
    gcTime: 0,
  });
}

/** All of a stretch of days, newest first; read anew for each import. */
export function transactionsBetween(budget: Budget, first: Day, last: Day) {
  return queryOptions({
    queryKey: queryKey(budget, "transactions", "between", first, last),
    queryFn: ({ signal }) => allBetween(budget, first, last, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Those of all months, newest first; tells how many have come as they do. */
export function allTransactions(budget: Budget, onProgress: (rows: number) => void): Promise<Transaction[]> {
  return allBetween(budget, FIRST_DAY, LAST_DAY, undefined, onProgress);
}

/** All parts of a list, one after the other. */
async function allBetween(
  budget: Budget,
  startDate: Day,
  endDate: Day,
  signal?: AbortSignal,
  onProgress?: (rows: number) => void,
): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  let cursor: string | undefined;
  do {
    const query = { startDate, endDate, ...(cursor !== undefined && { cursor }) };
    const { reply, next } = await send(transactions.list, { budget, query, ...(signal && { signal }) });
    rows.push(...reply);
    onProgress?.(rows.length);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return rows.sort(newestFirst);
}

type Saved = InferInput<typeof transactions.add.body> & {
  /** Undefined for a new one. */
  id?: Id;
  /** As it was when the edit began. */
  opened?: Transaction | undefined;
};

/** How both versions of an edit are read where two made one. */
export const TRANSACTION_READS = { body: transactions.update.body, current: transactions.update.reply };

export function useSaveTransaction(budget: Budget) {
  return useApiMutation({
    run: ({ id, opened, ...body }: Saved, key, written): Promise<Transaction> =>
      id
        ? sendEdit({ kind: "transaction", budget, opened, body, reads: TRANSACTION_READS }, (version) =>
            call(transactions.update, { budget, params: { id }, body, version, written }),
          )
        : call(transactions.add, { budget, body, key, written }),
    updateCache(client, transaction) {
      moveInCache(client, budget, transaction);
      invalidate(client, budget, "transactions");
    },
    successToast: (_, { id }) => ({ title: id ? "Transaction updated" : "Transaction created" }),
    failureToast: (_, { id }) => failed(id ? "Failed to update transaction" : "Failed to create transaction"),
  });
}

/** The transaction leaves the list at once, and comes back if the server refuses. */
export function useDeleteTransaction(budget: Budget) {
  return useApiMutation({
    run: ({ id }: { id: Id; date: Day }, _, written) =>
      call(transactions.remove, { budget, params: { id }, written }),
    optimisticUpdate: (client, { id, date }) =>
      changeAtOnce(client, monthTransactions(budget, monthOfDay(date)).queryKey, (list) =>
        list.filter((one) => one.id !== id),
      ),
    updateCache: (client) => invalidate(client, budget, "transactions"),
    successToast: () => ({ title: "Transaction deleted" }),
    failureToast: { title: "Error", description: "Failed to delete transaction" },
  });
}

/** Puts a transaction into the list of its month, and takes it out of every other. */
export function moveInCache(client: QueryClient, budget: Budget, transaction: Transaction) {
  const months = client.getQueriesData<Transaction[]>({ queryKey: queryKey(budget, "transactions") });
  for (const [queryKey] of months) {
    if (queryKey.at(-1) === monthOfDay(transaction.date))
      upsertInCache(client, queryKey, transaction, newestFirst);
    else removeFromCache(client, queryKey, transaction.id);
  }
}
