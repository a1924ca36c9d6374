import { tips } from "@coffer/contract/tips";
import type { Month } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import { call, monthParams } from "./call.ts";
import { withMonth } from "./month-view.ts";
import { type Budget, queryKey } from "./query-key.ts";

export function budgetTips(budget: Budget, month: Month) {
  return queryOptions({
    queryKey: queryKey(budget, "tips", month),
    queryFn: (context) =>
      withMonth(
        context,
        [budget, month],
        (view) => view.tips ?? undefined,
        (signal) => call(tips.get, { budget, query: monthParams(month), signal }),
      ),
  });
}
