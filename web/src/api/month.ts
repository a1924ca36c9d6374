import { months } from "@coffer/contract/month";
import type { Month } from "@coffer/domain/time/month";
import { CancelledError, type QueryClient, queryOptions } from "@tanstack/react-query";
import { monthParams, send } from "./call.ts";
import { type MonthView, monthKey } from "./month-view.ts";
import { type Budget, queryKey } from "./query-key.ts";

export const spentBeforeKey = (budget: Budget, month: Month) => queryKey(budget, "history", month, "spent");

/** Not kept itself: each query that takes a part of it keeps that. */
const monthView = (budget: Budget, month: Month) =>
  queryOptions({
    queryKey: monthKey(budget, month),
    queryFn: async ({ client, signal }): Promise<MonthView> => {
      const { reply, next } = await send(months.view, { budget, query: monthParams(month), signal });
      // Of parts of the screen that come later.
      client.setQueryData(spentBeforeKey(budget, month), reply.spentBefore);
      if (reply.tips) client.setQueryData(queryKey(budget, "tips", month), reply.tips);
      return { ...reply, cursor: next };
    },
    gcTime: 0,
    staleTime: 0,
  });

/** Starts the call for all that a month's screens show, or joins it where it is under way. */
export async function readMonth(client: QueryClient, budget: Budget, month: Month): Promise<MonthView> {
  try {
    return await client.fetchQuery(monthView(budget, month));
  } catch (error) {
    // A change while it was under way, which this part may have nothing to do with.
    if (error instanceof CancelledError) return readMonth(client, budget, month);
    throw error;
  }
}
