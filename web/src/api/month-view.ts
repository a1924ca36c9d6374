import { months } from "@coffer/contract/figures";
import type { Month } from "@coffer/domain/time/month";
import { CancelledError, type QueryClient } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { type LedgerId, monthParams, NEVER_CACHED, queryKey, SHARED_USERS, send } from "./call.ts";

/** The reply omits lists that are too long for it. `cursor` is that of the month's next transactions; null if it has them all. */
type MonthView = InferOutput<typeof months.view.reply> & { cursor: string | null };

/**
 * Reads a part of a month: from the pending call for the whole month, or by `read` if none is pending or its reply lacks
 * the part. If the month is omitted, any month's pending call will do. Of queries that start together, the budgets' must come first: it makes
 * the month's call.
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

/** Starts the call for everything that a month's screens show, or joins the pending one. */
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
      // Each query stores its own part.
      ...NEVER_CACHED,
    });
  } catch (error) {
    // It was cancelled by a change, which may not concern this part.
    if (error instanceof CancelledError) return readMonth(client, ledgerId, month);
    throw error;
  }
}
