import type { months } from "@coffer/contract/month";
import type { Month } from "@coffer/domain/time/month";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { type LedgerId, queryKey } from "./query-key.ts";

/** `cursor` is where the next page of the month's transactions starts; null where all are in it. */
export type MonthView = InferOutput<(typeof months)["view"]["reply"]> & { cursor: string | null };

export const monthKey = (ledgerId: LedgerId, ...month: Month[]): QueryKey =>
  queryKey(ledgerId, "month", ...month);

/**
 * A part of a month from the one call for it, where that is under way or starts together with this, and by a call of
 * its own otherwise, or where that has not all of it. Without a month, from that of any.
 */
export function withMonth<Part>(
  [ledgerId, ...month]: [LedgerId, ...Month[]],
  partOf: (view: MonthView) => Part | undefined,
  read: (signal: AbortSignal) => Promise<Part>,
) {
  return async ({ client, signal }: { client: QueryClient; signal: AbortSignal }): Promise<Part> => {
    // Until the queries that start with this one have started.
    await Promise.resolve();
    const queryKey = monthKey(ledgerId, ...month);
    const call = client.getQueryCache().find<MonthView>({ queryKey, exact: false, fetchStatus: "fetching" });
    const view = await call?.promise?.catch(() => undefined);
    return (view && partOf(view)) ?? read(signal);
  };
}
