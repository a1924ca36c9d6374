import { months } from "@coffer/contract/month";
import type { Month } from "@coffer/domain/time/month";
import { CancelledError, type QueryClient, queryOptions } from "@tanstack/react-query";
import { monthParams, send } from "./call.ts";
import { type MonthView, monthKey } from "./month-view.ts";
import { type LedgerId, queryKey } from "./query-key.ts";

export const spentBeforeKey = (ledgerId: LedgerId, month: Month) =>
  queryKey(ledgerId, "history", month, "spent");

/** Not kept itself: each query that takes a part of it keeps that. */
const monthView = (ledgerId: LedgerId, month: Month) =>
  queryOptions({
    queryKey: monthKey(ledgerId, month),
    queryFn: async ({ client, signal }): Promise<MonthView> => {
      const { reply, next } = await send(months.view, { ledgerId, query: monthParams(month), signal });
      // Of parts of the screen that come later.
      client.setQueryData(spentBeforeKey(ledgerId, month), reply.spentBefore);
      if (reply.tips) client.setQueryData(queryKey(ledgerId, "tips", month), reply.tips);
      return { ...reply, cursor: next };
    },
    gcTime: 0,
    staleTime: 0,
  });

/** Starts the call for all that a month's screens show, or joins it where it is under way. */
export async function readMonth(client: QueryClient, ledgerId: LedgerId, month: Month): Promise<MonthView> {
  try {
    return await client.fetchQuery(monthView(ledgerId, month));
  } catch (error) {
    // A change while it was under way, which this part may have nothing to do with.
    if (error instanceof CancelledError) return readMonth(client, ledgerId, month);
    throw error;
  }
}
