import { bulk, payments, transactions } from "@coffer/contract/transaction";
import { versionTag } from "@coffer/domain/activity/version-tag";
import type { Category, Flow } from "@coffer/domain/category/category";
import { draftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { minus } from "@coffer/domain/money/money";
import { draftOfPayment, type Purchase, purchasesOf } from "@coffer/domain/payment/payment";
import { pluralize } from "@coffer/domain/text/plural";
import { type Day, FIRST_DAY, LAST_DAY } from "@coffer/domain/time/day";
import { firstDay, lastDay, type Month, monthLabel, monthOfDay, parseMonth } from "@coffer/domain/time/month";
import { type Sort, transaction } from "@coffer/domain/transaction/definition";
import { totalsOf } from "@coffer/domain/transaction/search";
import {
  newestFirst,
  SEARCH_PAGE,
  type Transaction,
  withWritten,
} from "@coffer/domain/transaction/transaction";
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { waitingWrites } from "../offline/waiting-writes.ts";
import { withWaiting } from "../offline/with-waiting.ts";
import type { transactionsSearch } from "../selection/search.ts";
import { changeAllAtOnce, changeAtOnce } from "./cached-list.ts";
import { call, callQuery, type LedgerId, queryKey, type Sent, send } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import { withMonth } from "./month-view.ts";
import { PAYMENT_EDIT } from "./payment-edit.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";
import { sendEdit, useSave } from "./use-save.ts";

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

/** The search for a URL's filters. An unknown category, such as a deleted one, filters nothing. */
export function searchOf({ q, type, category, by }: Chosen, categories?: readonly { id: Id }[]): Search {
  const exists = !categories || categories.some(({ id }) => id === category);
  return {
    ...(q && { text: q }),
    ...(type && { type }),
    ...(category && exists && { categoryId: category }),
    ...(by && { by }),
  };
}

/** The first hundred results from all months; `soFar` is set if not all of the budget's rows were searched. */
export function transactionSearch(ledgerId: LedgerId, search: Search) {
  const key = queryKey(ledgerId, "search", JSON.stringify(search));
  const input = { ledgerId, query: search };
  return callQuery(key, transactions.search, input, { placeholderData: keepPreviousData });
}

/**
 * The same, page by page: `total` covers all rows searched so far. The server sorts by amount only within the rows of
 * one search, whose first `needed` results are enough for the first `needed` of all.
 */
export function foundPages(ledgerId: LedgerId, search: Search, needed = 0) {
  const first = search.sort?.endsWith("amount") ? Math.ceil(needed / SEARCH_PAGE) * SEARCH_PAGE : 0;
  return infiniteQueryOptions({
    queryKey: queryKey(ledgerId, "search", "pages", JSON.stringify(search), first),
    queryFn: ({ pageParam: cursor, signal }) =>
      call(transactions.search, { ledgerId, query: { ...search, ...(cursor && { cursor }) }, signal }),
    initialPageParam: "",
    getNextPageParam({ cursor, further = null, soFar }, pages) {
      if (first === 0 || (soFar && !further)) return cursor;
      const alike = pages.filter((page) => page.soFar === soFar && (page.further ?? null) === further);
      return purchasesOf(alike.flatMap(({ rows }) => rows)).length < first ? cursor : further;
    },
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

/** Moves transactions into the list of their month. */
export function moveInCache(client: QueryClient, ledgerId: LedgerId, written: readonly Transaction[]) {
  const lists = client.getQueriesData<Transaction[]>({ queryKey: queryKey(ledgerId, "transactions") });
  for (const [key, rows] of lists) {
    const month = parseMonth(String(key.at(-1)));
    if (month && Array.isArray(rows)) client.setQueryData(key, withWritten(rows, written, month));
  }
}

type Move = { transaction: Transaction; category: Category };

export function useMoveTransaction(ledgerId: LedgerId) {
  return useApiMutation({
    async run({ transaction: opened, category }: Move, attempt) {
      const params = { id: opened.id };
      const body = { ...draftOf(transaction, opened), categoryId: category.id };
      const schema = transactions.update.body;
      return sendEdit({ kind: transaction, ledgerId, opened, body, schema }, (version, body) =>
        call(transactions.update, { ledgerId, params, body, version, opened, ...attempt }),
      );
    },
    optimisticUpdate: (client, { transaction: { id, date }, category }) =>
      changeAtOnce(client, monthTransactions(ledgerId, monthOfDay(date)).queryKey, (rows) =>
        rows.map((row) => (row.id === id ? { ...row, categoryId: category.id } : row)),
      ),
    affects: [ledgerId, "transactions"],
    successToast: (_, { category }) => ({ title: `Moved to ${category.name}` }),
    failureToast: { title: "Failed to update transaction", description: "Failed to update transaction" },
  });
}

/** The transaction, with all of its payment, leaves the list at once, and comes back if the server refuses. */
export function useDeleteTransaction(ledgerId: LedgerId) {
  return useApiMutation({
    run: (opened: Purchase, attempt) =>
      opened.paymentId === undefined
        ? call(transactions.remove, { ledgerId, params: { id: opened.id }, opened, ...attempt })
        : call(payments.remove, { ledgerId, params: { id: opened.paymentId }, opened, ...attempt }),
    optimisticUpdate: (client, { id, paymentId = id, date }) =>
      changeAtOnce(client, monthTransactions(ledgerId, monthOfDay(date)).queryKey, (list) =>
        list.filter((one) => (one.paymentId ?? one.id) !== paymentId),
      ),
    affects: [ledgerId, "transactions"],
    successToast: { title: "Transaction deleted" },
    removes: true,
    failureToast: { title: "Error", description: "Failed to delete transaction" },
  });
}

/** If the row is not in the `shown` month, the toast names its month. */
export function useSaveTransaction(ledgerId: LedgerId, shown?: Month) {
  return useSave<Sent<typeof transactions.add.body>, Transaction>({
    kind: transaction,
    schema: transactions.update.body,
    add: (input) => call(transactions.add, input),
    update: (input, id) => call(transactions.update, { ...input, params: { id } }),
    affects: [ledgerId, "transactions"],
    updateCache: (client, transaction) => moveInCache(client, ledgerId, [transaction]),
    describe({ date }) {
      const month = monthOfDay(date);
      return shown && month !== shown ? `It is in ${monthLabel(month)}.` : undefined;
    },
    failure: (what) => failed(`Failed to ${what}`),
  });
}

type PaymentEdit = { opened: Purchase | undefined; body: Sent<typeof payments.add.body> };

/** Adds a payment, or changes the `opened` payment, or splits the `opened` transaction. */
export function useSavePayment(ledgerId: LedgerId) {
  return useApiMutation({
    run({ opened, body }: PaymentEdit, attempt) {
      if (!opened) return call(payments.add, { ledgerId, body, ...attempt });
      const params = { id: opened.paymentId ?? opened.id };
      const seen = draftOfPayment(opened);
      return sendEdit({ ...PAYMENT_EDIT, ledgerId, opened: seen, body }, (version, body) =>
        call(payments.update, { ledgerId, params, body, ...attempt, version, opened: seen }),
      );
    },
    affects: [ledgerId, "transactions"],
    updateCache: (client, { lines }) => moveInCache(client, ledgerId, lines),
    successToast: (_, { opened }) => ({ title: opened ? "Payment updated" : "Payment created" }),
    failureToast: failed("Failed to save payment"),
  });
}

type Rows = { rows: readonly Transaction[] };

export function useRecategorize(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ rows, categoryId }: Rows & { categoryId: Id }, attempt) =>
      call(bulk.move, { ledgerId, ...attempt, body: { ...versionsOf(rows), categoryId } }),
    optimisticUpdate: (client, { rows, categoryId }) =>
      changeInCache(client, ledgerId, rows, (row) => [{ ...row, categoryId }]),
    successToast: (reply) => resultToast(reply, "moved"),
    ...bulkChange(ledgerId, "move"),
  });
}

type SetTogether = InferOutput<typeof bulk.change.body>["set"];

export function useChangeTogether(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ rows, set }: Rows & { set: SetTogether }, attempt) =>
      call(bulk.change, { ledgerId, ...attempt, body: { ...versionsOf(rows), set } }),
    successToast: (reply) => resultToast(reply, "changed"),
    ...bulkChange(ledgerId, "change"),
  });
}

export function useDeleteTransactions(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ rows }: Rows, attempt) => call(bulk.remove, { ledgerId, ...attempt, body: versionsOf(rows) }),
    optimisticUpdate: (client, { rows }) => changeInCache(client, ledgerId, rows, () => []),
    successToast: (reply) => resultToast(reply, "deleted"),
    ...bulkChange(ledgerId, "delete"),
  });
}

/** Sends the shown versions: rows that changed since are skipped. */
const versionsOf = (rows: readonly Transaction[]) => ({
  transactions: rows.map((row) => ({ id: row.id, version: versionTag(transaction, row) })),
});

const bulkChange = (ledgerId: LedgerId, verb: string) => ({
  affects: [ledgerId, "transactions"] as const,
  onFailure: (client: QueryClient) => invalidate(client, ledgerId, "transactions"),
  failureToast: { title: "Error", description: `Failed to ${verb} the transactions. Please try again.` },
});

type Reply = InferOutput<typeof bulk.remove.reply>;

function resultToast({ changed, left }: Reply, done: "moved" | "deleted" | "changed") {
  const title = `${pluralize(changed.length, "transaction")} ${done}`;
  if (left.length === 0) return { title };
  const description = `${left.length} changed meanwhile, and ${left.length === 1 ? "was" : "were"} left out.`;
  return { title, description };
}

function changeInCache(
  client: QueryClient,
  ledgerId: LedgerId,
  rows: readonly Transaction[],
  change: (row: Transaction) => Transaction[],
) {
  const ids = new Set(rows.map(({ id }) => id));
  const inList = (list: readonly Transaction[]) =>
    list.flatMap((row) => (ids.has(row.id) ? change(row) : [row]));
  const lists = { queryKey: queryKey(ledgerId, "transactions") };
  // Other queries share this key.
  const restoreLists = changeAllAtOnce(client, lists, (data: unknown) =>
    Array.isArray(data) ? inList(data) : data,
  );
  const inParts = (parts: Found[]) => {
    const all = parts.flatMap((part) => part.rows);
    const gone = totalsOf(all.filter((row) => ids.has(row.id) && change(row).length === 0));
    return parts.map((part) => ({
      ...part,
      rows: inList(part.rows),
      total: {
        count: part.total.count - gone.count,
        income: minus(part.total.income, gone.income),
        expense: minus(part.total.expense, gone.expense),
      },
    }));
  };
  const search = { queryKey: queryKey(ledgerId, "search") };
  const restoreFound = changeAllAtOnce<InfiniteData<Found> | Found>(client, search, (found) =>
    "pages" in found ? { ...found, pages: inParts(found.pages) } : (inParts([found])[0] ?? found),
  );
  return () => {
    restoreLists();
    restoreFound();
  };
}
