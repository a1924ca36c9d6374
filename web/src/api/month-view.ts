import { months } from "@coffer/contract/figures";
import type { Month } from "@coffer/domain/time/month";
import { CancelledError, type QueryClient } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { type LedgerId, monthParams, NEVER_CACHED, queryKey, SHARED_USERS, send } from "./call.ts";

/** Without the lists that were too long for it. `cursor` is where the next page of the month's transactions starts; null if all are in it. */
type MonthView = InferOutput<typeof months.view.reply> & { cursor: string | null };

/**
 * A part of a month: from the call for the whole month if that is under way, and by a call of its own otherwise or
 * where the month's call has only some of it. Without a month, from the call for any month. Queries that start
 * together are to start with the budgets, which make the month's call.
 */
export function withMonth<Part>(
  [ledgerId, ...month]: [LedgerId, ...Month[]],
  partOf: (view: MonthView) => Part | undefined,
  read: (signal: AbortSignal) => Promise<Part>,
) {
  return async ({ client, signal }: { client: QueryClient; signal: AbortSignal }): Promise<Part> => {
    const key = queryKey(ledgerId, "month", ...month);
    const call = client
      .getQueryCache()
      .find<MonthView>({ queryKey: key, exact: false, fetchStatus: "fetching" });
    const view = await call?.promise?.catch(() => undefined);
    return (view && partOf(view)) ?? read(signal);
  };
}

/** Starts the call for all that a month's screens show, or joins it if it is under way. */
export async function readMonth(client: QueryClient, ledgerId: LedgerId, month: Month): Promise<MonthView> {
  try {
    return await client.fetchQuery({
      queryKey: queryKey(ledgerId, "month", month),
      async queryFn({ signal }): Promise<MonthView> {
        const { reply, next } = await send(months.view, { ledgerId, query: monthParams(month), signal });
        // For parts of the screen that load later.
        if (reply.tips) client.setQueryData(queryKey(ledgerId, "tips", month), reply.tips);
        if (ledgerId === undefined && reply.shares)
          client.setQueryData(SHARED_USERS, (known: unknown) => known ?? reply.shares);
        return { ...reply, cursor: next };
      },
      // Each query keeps the part that it takes.
      ...NEVER_CACHED,
    });
  } catch (error) {
    // It was cancelled by a change, which may not concern this part.
    if (error instanceof CancelledError) return readMonth(client, ledgerId, month);
    throw error;
  }
}
