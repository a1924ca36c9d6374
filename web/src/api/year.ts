import { figures } from "@coffer/contract/figures";
import { addMonthsTo, type Month } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { type LedgerId, queryKey } from "./query-key.ts";

/** `count` months by category, which end with the given one. */
export function yearTo(ledgerId: LedgerId, month: Month, count: number) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "history", month, count, "year"),
    queryFn: ({ signal }) =>
      call(figures.year, {
        ledgerId,
        query: { from: addMonthsTo(month, 1 - count), months: count },
        signal,
      }),
    meta: { failure: "Failed to fetch budgets" },
  });
}
