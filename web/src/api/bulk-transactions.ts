import { bulk } from "@coffer/contract/bulk";
import { versionTag } from "@coffer/domain/activity/version-tag";
import type { Id } from "@coffer/domain/id";
import { minus } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { transaction } from "@coffer/domain/transaction/definition";
import { totalsOf } from "@coffer/domain/transaction/search";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { changeAllAtOnce } from "./cached-list.ts";
import { call, type LedgerId, queryKey } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import type { Found } from "./transactions.ts";
import { useApiMutation } from "./use-api-mutation.ts";

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

export function useDeleteTransactions(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ rows }: Rows, attempt) => call(bulk.remove, { ledgerId, ...attempt, body: versionsOf(rows) }),
    optimisticUpdate: (client, { rows }) => changeInCache(client, ledgerId, rows, () => []),
    successToast: (reply) => resultToast(reply, "deleted"),
    ...bulkChange(ledgerId, "delete"),
  });
}

/** With the versions that are shown: what has changed since is left out. */
const versionsOf = (rows: readonly Transaction[]) => ({
  transactions: rows.map((row) => ({ id: row.id, version: versionTag(transaction, row) })),
});

const bulkChange = (ledgerId: LedgerId, verb: string) => ({
  affects: [ledgerId, "transactions"] as const,
  onFailure: (client: QueryClient) => invalidate(client, ledgerId, "transactions"),
  failureToast: { title: "Error", description: `Failed to ${verb} the transactions. Please try again.` },
});

type Reply = InferOutput<typeof bulk.remove.reply>;

function resultToast({ changed, left }: Reply, done: "moved" | "deleted") {
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
  // Beside the lists there are other reads of transactions under their key.
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
