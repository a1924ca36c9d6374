import { review } from "@coffer/contract/review";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import type { BalancePoint } from "@coffer/domain/money-account/account";
import { MAX_ACCEPTED, REVIEW_PAGE } from "@coffer/domain/review/definition";
import { pluralize } from "@coffer/domain/text/plural";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { waitingWrites } from "../offline/waiting-writes.ts";
import { withoutDecided, withoutRows } from "../offline/with-waiting.ts";
import { changeAllAtOnce } from "./cached-list.ts";
import { call, type LedgerId, ONE_MINUTE, queryKey, type Sent } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import type { MoneyAccount } from "./money-accounts.ts";
import { type Attempt, failed, tryAgain, useApiMutation } from "./use-api-mutation.ts";

type Review = InferOutput<typeof review.list.reply>;
export type ReviewRow = Review["rows"][number];
export type AcceptedRow = Sent<typeof review.accept.body>["rows"][number];
export type TransferPair = Sent<typeof review.transfer.body>["pairs"][number];

/** The newest waiting rows, a hundred a page, with the total of all. */
export function reviewRows(ledgerId: LedgerId, pages = 1) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "review", pages),
    async queryFn({ signal }): Promise<Review> {
      const first = await call(review.list, { ledgerId, query: {}, signal });
      const rows = [...first.rows];
      let { cursor } = first;
      for (let page = 1; page < pages && cursor !== null; page++) {
        const next: Review = await call(review.list, { ledgerId, query: { cursor }, signal });
        rows.push(...next.rows);
        cursor = next.cursor;
      }
      return withoutDecided({ ...first, rows, cursor }, waitingWrites.get(), ledgerId);
    },
    staleTime: ONE_MINUTE,
    placeholderData: keepPreviousData,
  });
}

/** Takes decided rows off the list and its total before the server has replied; returns the rollback. */
function takeOff(client: QueryClient, ledgerId: LedgerId, ids: readonly Id[]) {
  return changeAllAtOnce<Review>(client, { queryKey: queryKey(ledgerId, "review") }, (data) =>
    withoutRows(data, ids),
  );
}

const decided = (ledgerId: LedgerId) => ({
  // Decisions follow each other quickly, and each may build on the one before.
  queue: "review",
  affects: [ledgerId, "review"] as const,
  // Somebody else may have decided the row.
  onFailure: (client: QueryClient) => invalidate(client, ledgerId, "review"),
});

/** Sends rows in portions, each whole or not at all; the toast undoes all of them. */
async function sendInPortions<Row>(
  rows: readonly Row[],
  size: number,
  { key, written }: Attempt,
  send: (portion: Row[], part: Attempt) => Promise<unknown>,
): Promise<void> {
  for (const [index, portion] of [...inBatches(rows, size)].entries())
    await send(portion, { key: `${key}-${index}`, written });
}

/** Accepts rows as transactions. */
export function useAccept(ledgerId: LedgerId) {
  return useApiMutation({
    run: (rows: readonly AcceptedRow[], attempt) =>
      sendInPortions(rows, MAX_ACCEPTED, attempt, (rows, part) =>
        call(review.accept, { ledgerId, body: { rows }, ...part }),
      ),
    ...decided(ledgerId),
    optimisticUpdate: (client, rows) =>
      takeOff(
        client,
        ledgerId,
        rows.map(({ id }) => id),
      ),
    successToast: (_, rows) => ({ title: `${pluralize(rows.length, "row")} accepted` }),
    failureToast: failed("Failed to accept the rows"),
  });
}

/** Marks rows and transactions as moved between own accounts. */
export function useMarkTransfer(ledgerId: LedgerId) {
  return useApiMutation({
    run: (pairs: readonly TransferPair[], attempt) =>
      sendInPortions(pairs, MAX_ACCEPTED, attempt, (pairs, part) =>
        call(review.transfer, { ledgerId, body: { pairs }, ...part }),
      ),
    ...decided(ledgerId),
    optimisticUpdate: (client, pairs) =>
      takeOff(
        client,
        ledgerId,
        pairs.flatMap(({ ids }) => ids),
      ),
    successToast: {
      title: "Moved between own accounts",
      description: "It is neither income nor spending.",
    },
    failureToast: failed("Failed to mark the transfer"),
  });
}

/** Leaves rows out of the budget, now and in later files. */
export function useDismiss(ledgerId: LedgerId) {
  return useApiMutation({
    run: (ids: readonly Id[], attempt) =>
      sendInPortions(ids, REVIEW_PAGE, attempt, (ids, part) =>
        call(review.dismiss, { ledgerId, body: { ids }, ...part }),
      ),
    ...decided(ledgerId),
    optimisticUpdate: (client, ids) => takeOff(client, ledgerId, ids),
    successToast: (_, ids) => ({ title: `${pluralize(ids.length, "row")} left out` }),
    failureToast: failed("Failed to leave the rows out"),
  });
}

/** Adds a row for an amount that the file lacks to review, where it gets its category. */
export function useReviewMissing(ledgerId: LedgerId, { id, name, accountInFile }: MoneyAccount) {
  return useApiMutation({
    run({ date, amount }: BalancePoint, { key, ...attempt }) {
      const type = amount < 0 ? "expense" : "income";
      const row = {
        date,
        description: `Missing from ${name}`,
        amount: cents(Math.abs(amount)),
        type,
      } as const;
      const rows = [{ ...row, account: accountInFile ?? "" }];
      const body = { batch: `${id}-${date}-${key.slice(0, 12)}`, source: "Balances", rows };
      return call(review.add, { ledgerId, body, key, ...attempt });
    },
    affects: [ledgerId, "review"],
    updateCache: (client) => invalidate(client, ledgerId, "accounts"),
    successToast: { title: "Added to review" },
    failureToast: tryAgain("add it to review"),
  });
}
