import { figures } from "@coffer/contract/figures";
import { tips } from "@coffer/contract/tips";
import { addMonthsTo, type Month } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import { call, callQuery, type LedgerId, monthParams, queryKey } from "./call.ts";
import { withMonth } from "./month-view.ts";

/** The amount to spend in a month. Under `budgets`, since it changes whenever those do. */
export function toSpend(ledgerId: LedgerId, month: Month) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "budgets", month, "to-spend"),
    queryFn: withMonth(
      [ledgerId, month],
      (view) => view.toSpend,
      (signal) => call(figures.toSpend, { ledgerId, query: monthParams(month), signal }),
    ),
  });
}

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

/** `count` months by category, which end with the given one. */
export function yearTo(ledgerId: LedgerId, month: Month, count: number) {
  const key = queryKey(ledgerId, "history", month, count, "year");
  const query = { from: addMonthsTo(month, 1 - count), months: count };
  return callQuery(key, figures.year, { ledgerId, query }, { meta: { failure: "Failed to fetch budgets" } });
}
