import { figures } from "@coffer/contract/figures";
import type { Month } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import { call, monthParams } from "./call.ts";
import { withMonth } from "./month-view.ts";
import { type Budget, queryKey } from "./query-key.ts";

/** The amount to spend in a month. Under `budgets`, since it changes whenever those do. */
export function toSpend(budget: Budget, month: Month) {
  return queryOptions({
    queryKey: queryKey(budget, "budgets", month, "to-spend"),
    queryFn: (context) =>
      withMonth(
        context,
        [budget, month],
        (view) => view.toSpend,
        (signal) => call(figures.toSpend, { budget, query: monthParams(month), signal }),
      ),
  });
}
