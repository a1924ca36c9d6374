import { tips } from "@coffer/contract/tips";
import type { Month } from "@coffer/domain/month";
import { queryOptions } from "@tanstack/react-query";
import { onWire } from "./budgets.ts";
import { call } from "./call.ts";
import { freshness } from "./freshness.ts";
import { type Budget, keyOf } from "./keys.ts";

/** A month's summary, tips and forecasts. */
export function budgetTips(budget: Budget, month: Month) {
  return queryOptions({
    queryKey: keyOf(budget, "tips", month),
    queryFn: ({ signal }) => call(tips.get, { budget, query: onWire(month), signal }),
    ...freshness(budget),
  });
}
