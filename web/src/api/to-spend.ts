import { figures } from "@coffer/contract/figures";
import type { Month } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import { call, monthParams } from "./call.ts";
import { withMonth } from "./month-view.ts";
import { type LedgerId, queryKey } from "./query-key.ts";

/** The amount to spend in a month. Under `budgets`, since it changes whenever those do. */
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
