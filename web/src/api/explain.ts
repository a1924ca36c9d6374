import { explain } from "@coffer/contract/explain";
import type { Month } from "@coffer/domain/month";
import { queryOptions } from "@tanstack/react-query";
import type { Explained } from "../search.ts";
import { monthParams } from "./budgets.ts";
import { call } from "./call.ts";
import { type Budget, queryKey } from "./query-key.ts";

/** The rows that a number of the month is the sum of. Under `budgets`, since it changes whenever they do. */
export function explanation(budget: Budget, month: Month, explained: Explained) {
  return queryOptions({
    queryKey: queryKey(budget, "budgets", month, "explain", explained),
    queryFn: ({ signal }) => {
      const query = typeof explained === "number" ? { categoryId: String(explained) } : { card: explained };
      return call(explain.get, { budget, query: { ...monthParams(month), ...query }, signal });
    },
  });
}
