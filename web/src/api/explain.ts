import { explain } from "@coffer/contract/explain";
import type { Explained } from "@coffer/domain/budget/explained";
import type { Month } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import { call, monthParams } from "./call.ts";
import { type Budget, queryKey } from "./query-key.ts";

/** A number's rows as the server explains them. Under `budgets`, since they change whenever those do. */
export function explanation(budget: Budget, month: Month, explained: Explained) {
  const query =
    "card" in explained
      ? { card: explained.card, ...explained.between }
      : { part: explained.part, categoryId: explained.categoryIds.join(",") };
  return queryOptions({
    queryKey: queryKey(budget, "budgets", month, "explain", JSON.stringify(query)),
    queryFn: ({ signal }) =>
      call(explain.get, { budget, query: { ...monthParams(month), ...query }, signal }),
  });
}
