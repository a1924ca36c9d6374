import { tips } from "@coffer/contract/tips";
import type { Month } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import { call, monthParams } from "./call.ts";
import { withMonth } from "./month-view.ts";
import { type LedgerId, queryKey } from "./query-key.ts";

export function budgetTips(ledgerId: LedgerId, month: Month) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "tips", month),
    queryFn: withMonth(
      [ledgerId, month],
      (view) => view.tips ?? undefined,
      (signal) => call(tips.get, { ledgerId, query: monthParams(month), signal }),
    ),
  });
}
