import { explain } from "@coffer/contract/explain";
import type { Explained } from "@coffer/domain/explain";
import type { Month } from "@coffer/domain/month";
import { queryOptions } from "@tanstack/react-query";
import { monthParams } from "./budgets.ts";
import { call } from "./call.ts";
import { type Budget, queryKey } from "./query-key.ts";

/** The rows that a number of the month is the sum of. Under `budgets`, since it changes whenever they do. */
export function explanation(budget: Budget, month: Month, explained: Explained) {
  const query =
    "card" in explained ? explained : { part: explained.part, categoryId: explained.categoryIds.join(",") };
  return queryOptions({
    queryKey: queryKey(budget, "budgets", month, "explain", JSON.stringify(explained)),
    queryFn: ({ signal }) =>
      call(explain.get, { budget, query: { ...monthParams(month), ...query }, signal }),
  });
}
