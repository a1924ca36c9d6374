import { transactions } from "@coffer/contract/transaction";
import type { Day } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import { firstDay, lastDay, type Month, monthOfDay } from "@coffer/domain/month";
import { newestFirst, type Transaction } from "@coffer/domain/transaction";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { InferInput } from "valibot";
import { saved, without } from "./cached.ts";
import { call } from "./call.ts";
import { failed, useChange } from "./change.ts";
import { freshness } from "./freshness.ts";
import { type Budget, keyOf } from "./keys.ts";
import { refresh } from "./refresh.ts";

/** A month's transactions, newest first. */
export function monthTransactions(budget: Budget, month: Month) {
  return queryOptions({
    queryKey: keyOf(budget, "transactions", month),
    queryFn: ({ signal }): Promise<Transaction[]> => {
      const query = { startDate: firstDay(month), endDate: lastDay(month) };
      return call(transactions.list, { budget, query, signal });
    },
    ...freshness(budget),
  });
}

type Saved = InferInput<typeof transactions.add.body> & {
  /** Which one to change; a new one without it. */
  id?: Id;
};

/** Records or changes a transaction. */
export function useSaveTransaction(budget: Budget) {
  return useChange({
    run: ({ id, ...body }: Saved, key): Promise<Transaction> =>
      id
        ? call(transactions.update, { budget, params: { id }, body })
        : call(transactions.add, { budget, body, key }),
    settle(client, saved) {
      place(client, budget, saved);
      refresh(client, budget, "transactions");
    },
    success: (_, { id }) => ({ title: id ? "Transaction updated" : "Transaction created" }),
    failure: (_, { id }) => failed(id ? "Failed to update transaction" : "Failed to create transaction"),
  });
}

/** Deletes a transaction: it leaves the list at once, and comes back if the server refuses. */
export function useDeleteTransaction(budget: Budget) {
  return useChange({
    run: ({ id }: { id: Id; date: Day }) => call(transactions.remove, { budget, params: { id } }),
    optimistic(client, { id, date }) {
      const { queryKey } = monthTransactions(budget, monthOfDay(date));
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (list) => without(list, id));
      return () => client.setQueryData(queryKey, before);
    },
    settle: (client) => refresh(client, budget, "transactions"),
    success: () => ({ title: "Transaction deleted" }),
    failure: { title: "Error", description: "Failed to delete transaction" },
  });
}

/** Puts what the server has answered where it belongs, so that the list is right before it is asked again. */
function place(client: QueryClient, budget: Budget, transaction: Transaction) {
  const months = client.getQueriesData<Transaction[]>({ queryKey: keyOf(budget, "transactions") });
  for (const [queryKey] of months) {
    const belongs = queryKey.at(-1) === monthOfDay(transaction.date);
    client.setQueryData<Transaction[]>(queryKey, (list) =>
      belongs ? saved(list, transaction)?.sort(newestFirst) : without(list, transaction.id),
    );
  }
}
