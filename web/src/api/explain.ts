import { explain } from "@coffer/contract/explain";
import type { Explained } from "@coffer/domain/budget/explained";
import type { Month } from "@coffer/domain/time/month";
import { callQuery, type LedgerId, monthParams, queryKey } from "./call.ts";

/** A number's rows as the server explains them. Under `budgets`, since they change whenever those do. */
export function explanation(ledgerId: LedgerId, month: Month, explained: Explained) {
  const query =
    "card" in explained
      ? { card: explained.card, ...explained.between }
      : { part: explained.part, categoryId: explained.categoryIds.join(",") };
  const key = queryKey(ledgerId, "budgets", month, "explain", JSON.stringify(query));
  return callQuery(key, explain.get, { ledgerId, query: { ...monthParams(month), ...query } });
}
