import { figures } from "@coffer/contract/figures";
import type { Month } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import { monthParams } from "./budgets.ts";
import { call } from "./call.ts";
import { type Budget, queryKey } from "./query-key.ts";

/** What can be spent in a month. Under `budgets`, since it changes whenever those do. */
export function toSpend(budget: Budget, month: Month) {
  return queryOptions({
    queryKey: queryKey(budget, "budgets", month, "to-spend"),
    queryFn: ({ signal }) => call(figures.toSpend, { budget, query: monthParams(month), signal }),
  });
}
