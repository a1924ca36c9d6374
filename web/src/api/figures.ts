import { balance, explain, figures, tips, type toSpendReply } from "@coffer/contract/figures";
import type { Explained } from "@coffer/domain/budget/explained";
import { afterSpending } from "@coffer/domain/budget/to-spend";
import type { Day } from "@coffer/domain/time/day";
import { addMonthsTo, type Month, parseMonth } from "@coffer/domain/time/month";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { type WaitingWrite, waitingWrites } from "../offline/waiting-writes.ts";
import { waitingSpending } from "../offline/with-waiting.ts";
import { useToday } from "../selection/selection.ts";
import { monthBudgets } from "./budgets.ts";
import { call, callQuery, type LedgerId, monthParams, queryKey, type Sent, send } from "./call.ts";
import { withMonth } from "./month-view.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

/** The amount to spend in a month. Cached under `budgets`, since it changes whenever those do. */
export function toSpend(ledgerId: LedgerId, month: Month) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "budgets", month, "to-spend"),
    queryFn: withMonth(
      [ledgerId, month],
      (view) => view.toSpend,
      (signal) => call(figures.toSpend, { ledgerId, query: monthParams(month), signal }),
    ),
  });
}

/** The amount to spend today, with the changes that wait for the network. */
export function useToSpend(ledgerId: LedgerId, month: Month) {
  const client = useQueryClient();
  const today = useToday();
  const writes = waitingWrites.use();
  const { data, error, isPending, refetch } = useQuery({ ...toSpend(ledgerId, month), meta: {} });
  const moved = data && withWrites(client, data, writes, { ledgerId, month, today });
  return { data: moved, error, isPending, refetch };
}

/** Adds a change that was just sent to cached figures, until they are refetched. */
export function moveToSpend(client: QueryClient, sent: WaitingWrite, today: Day) {
  const ledgerId = sent.budget;
  for (const [key, figure] of client.getQueriesData<ToSpendFigure>({
    queryKey: queryKey(ledgerId, "budgets"),
  })) {
    const month = key.at(-1) === "to-spend" && parseMonth(String(key.at(-2)));
    if (month && figure)
      client.setQueryData(key, withWrites(client, figure, [sent], { ledgerId, month, today }));
  }
}

type ToSpendFigure = InferOutput<typeof toSpendReply>;
type Where = { ledgerId: LedgerId; month: Month; today: Day };

function withWrites(
  client: QueryClient,
  figure: ToSpendFigure,
  writes: readonly WaitingWrite[],
  where: Where,
) {
  const budgets = client.getQueryData(monthBudgets(where.ledgerId, where.month).queryKey);
  const resetAt = budgets?.[0]?.actualsSince ?? null;
  const spent = waitingSpending(writes, { ...where, categoryIds: figure.everyday ?? [], resetAt });
  return afterSpending(figure, spent, where);
}

export function budgetTips(ledgerId: LedgerId, month: Month) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "tips", month),
    queryFn: withMonth(
      [ledgerId, month],
      (view) => view.tips ?? undefined,
      (signal) => call(tips.get, { ledgerId, query: monthParams(month), signal }),
    ),
  });
}

/** `count` months by category, ending with `month`. */
export function yearTo(ledgerId: LedgerId, month: Month, count: number) {
  const key = queryKey(ledgerId, "history", month, count, "year");
  const query = { from: addMonthsTo(month, 1 - count), months: count };
  return callQuery(key, figures.year, { ledgerId, query }, { meta: { failure: "Failed to fetch budgets" } });
}

/** All rows behind a figure. Cached under the noun that changes whenever they do. */
export function explanation(ledgerId: LedgerId, month: Month, explained: Explained) {
  const query =
    "card" in explained
      ? { card: explained.card, ...explained.between, ...(explained.date && { date: explained.date }) }
      : { part: explained.part, categoryId: explained.categoryIds.join(",") };
  const of = "card" in explained && explained.card === "line" ? "line" : "budgets";
  const key = queryKey(ledgerId, of, month, "explain", JSON.stringify(query));
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const page = (cursor?: string) =>
        send(explain.get, {
          ledgerId,
          query: { ...monthParams(month), ...query, ...(cursor && { cursor }) },
          signal,
        });
      const { reply, next } = await page();
      const rows = [...reply.rows];
      for (let cursor = next; cursor !== null; ) {
        const more = await page(cursor);
        rows.push(...more.reply.rows);
        cursor = more.next;
      }
      return { ...reply, rows };
    },
  });
}

/** Debts in the open budget. Cached under `budgets`, since they change whenever those do. */
export const balances = (ledgerId: LedgerId) =>
  callQuery(queryKey(ledgerId, "budgets", "balance"), balance.get, { ledgerId });

/** `credit` describes an amount paid above the debt. */
export function useSettle(ledgerId: LedgerId, credit: (amount: number) => string) {
  return useApiMutation({
    run: (body: Sent<typeof balance.settle.body>, attempt) =>
      call(balance.settle, { ledgerId, body, ...attempt }),
    affects: [ledgerId, "budgets"],
    successToast: (settled) => ({
      title: "Payment recorded",
      ...(settled.credit > 0 && { description: credit(settled.credit) }),
    }),
    failureToast: failed("Failed to record the payment"),
  });
}
