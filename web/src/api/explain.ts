import { explain } from "@coffer/contract/explain";
import type { Explained } from "@coffer/domain/explain";
import type { Id } from "@coffer/domain/id";
import type { Month } from "@coffer/domain/month";
import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { monthParams } from "./budgets.ts";
import { call } from "./call.ts";
import { type Budget, queryKey } from "./query-key.ts";

export type Explanation = InferOutput<typeof explain.get.reply>;

const EXPLAIN = "explain";

/** The key of all explanations of a month. Under `budgets`, since they change whenever they do. */
export function explanations(budget: Budget, month: Month): QueryKey {
  return queryKey(budget, "budgets", month, EXPLAIN);
}

/** The rows that a number of the month is the sum of. */
export function explanation(budget: Budget, month: Month, explained: Explained) {
  const isCard = "card" in explained;
  const query = isCard ? explained : { part: explained.part, categoryId: explained.categoryIds.join(",") };
  return queryOptions({
    queryKey: [
      ...explanations(budget, month),
      ...(isCard ? [explained.card] : [explained.part, ...explained.categoryIds]),
    ],
    queryFn: ({ signal }) =>
      call(explain.get, { budget, query: { ...monthParams(month), ...query }, signal }),
  });
}

/** Of which categories the number is that a key is of; none where it is one of all. */
export function explainedCategories(key: QueryKey): Id[] {
  return key.slice(key.indexOf(EXPLAIN) + 1).filter((part) => typeof part === "number");
}
