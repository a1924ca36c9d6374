import { subscriptions } from "@coffer/contract/subscription";
import type { Id } from "@coffer/domain/id";
import { type Subscription, soonestFirst } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { changeAtOnce, removeFromCache, upsertInCache } from "./cached-list.ts";
import { call } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import { withMonth } from "./month-view.ts";
import { FIVE_MINUTES, type LedgerId, ONE_MINUTE, queryKey } from "./query-key.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

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
  return queryOptions({
    queryKey: queryKey(ledgerId, "subscriptions", "suggestions"),
    queryFn: ({ signal }) => call(subscriptions.suggestions, { ledgerId, signal }),
    staleTime: FIVE_MINUTES,
  });
}

/** It goes at once, and for ever. */
export function useDismissSuggestion(ledgerId: LedgerId) {
  return useApiMutation({
    run: (id: string) => call(subscriptions.dismiss, { ledgerId, params: { id } }),
    optimisticUpdate: (client, id) =>
      changeAtOnce(client, suggestionList(ledgerId).queryKey, (list) => list.filter((one) => one.id !== id)),
    failureToast: tryAgain("dismiss the suggestion"),
  });
}

/** The server refuses a payment that is no longer the next one due. */
type Payment = { id: Id; dueDate: Day };

export const PAID = {
  successToast: ({ name }: Subscription) => ({
    title: "Payment recorded",
    description: `${name} is marked as paid.`,
  }),
  failureToast: tryAgain("mark the payment as paid"),
};

/** Records the due payment as a transaction and moves to the next. */
export function usePay(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id, dueDate }: Payment, attempt): Promise<Subscription> =>
      call(subscriptions.pay, { ledgerId, params: { id }, body: { dueDate }, ...attempt }),
    ...advanced(ledgerId),
    ...PAID,
  });
}

/** Moves to the next payment without recording the due one. */
export function useSkip(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id, dueDate }: Payment, attempt): Promise<Subscription> =>
      call(subscriptions.skip, { ledgerId, params: { id }, body: { dueDate }, ...attempt }),
    ...advanced(ledgerId),
    successToast: ({ name }) => ({
      title: "Payment skipped",
      description: `No transaction was recorded for ${name}.`,
    }),
    failureToast: tryAgain("skip the payment"),
  });
}

export function useDeleteSubscription(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id }: { id: Id }, attempt) =>
      call(subscriptions.remove, { ledgerId, params: { id }, ...attempt }),
    affects: [ledgerId, "subscriptions"],
    updateCache: (client, _, { id }) => removeFromCache(client, subscriptionList(ledgerId).queryKey, id),
    successToast: () => ({ title: "Subscription deleted" }),
    removes: true,
    failureToast: tryAgain("delete subscription"),
  });
}

export const savedSubscription = (ledgerId: LedgerId) => ({
  affects: [ledgerId, "subscriptions"] as const,
  updateCache: (client: QueryClient, subscription: Subscription) =>
    upsertInCache(client, subscriptionList(ledgerId).queryKey, subscription, soonestFirst),
});

export const advanced = (ledgerId: LedgerId) => ({
  ...savedSubscription(ledgerId),
  // After a refusal the list is out of date.
  onFailure: (client: QueryClient) => invalidate(client, ledgerId, "subscriptions"),
});
