import { subscriptions } from "@coffer/contract/subscription";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import { queryOptions } from "@tanstack/react-query";
import { call, callQuery, FIVE_MINUTES, type LedgerId, ONE_MINUTE, queryKey } from "./call.ts";
import { withMonth } from "./month-view.ts";

/** Next payment first. */
export function subscriptionList(ledgerId: LedgerId) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "subscriptions"),
    queryFn: withMonth<Subscription[]>(
      [ledgerId],
      (view) => view.subscriptions,
      (signal) => call(subscriptions.list, { ledgerId, signal }),
    ),
    staleTime: ONE_MINUTE,
  });
}

/** Rows that look like a subscription, and subscriptions that are charged another price. */
export function suggestionList(ledgerId: LedgerId) {
  const key = queryKey(ledgerId, "subscriptions", "suggestions");
  return callQuery(key, subscriptions.suggestions, { ledgerId }, { staleTime: FIVE_MINUTES });
}
