import { subscriptions } from "@coffer/contract/subscription";
import type { Id } from "@coffer/domain/id";
import { type Subscription, soonestFirst } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { changeAtOnce, removeFromCache, upsertInCache } from "./cached-list.ts";
import { call } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import { withMonth } from "./month-view.ts";
import { type Budget, FIVE_MINUTES, ONE_MINUTE, queryKey } from "./query-key.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

/** Next payment first. */
export function subscriptionList(budget: Budget) {
  return queryOptions({
    queryKey: queryKey(budget, "subscriptions"),
    queryFn: (context): Promise<Subscription[]> =>
      withMonth(
        context,
        [budget],
        (view) => view.subscriptions,
        (signal) => call(subscriptions.list, { budget, signal }),
      ),
    staleTime: ONE_MINUTE,
  });
}

/** Rows that look like a subscription, and subscriptions that are charged another price. */
export function suggestionList(budget: Budget) {
  return queryOptions({
    queryKey: queryKey(budget, "subscriptions", "suggestions"),
    queryFn: ({ signal }) => call(subscriptions.suggestions, { budget, signal }),
    staleTime: FIVE_MINUTES,
  });
}

/** It goes at once, and for ever. */
export function useDismissSuggestion(budget: Budget) {
  return useApiMutation({
    run: (id: string) => call(subscriptions.dismiss, { budget, params: { id } }),
    optimisticUpdate: (client, id) =>
      changeAtOnce(client, suggestionList(budget).queryKey, (list) => list.filter((one) => one.id !== id)),
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
export function usePay(budget: Budget) {
  return useApiMutation({
    run: ({ id, dueDate }: Payment, _, written): Promise<Subscription> =>
      call(subscriptions.pay, { budget, params: { id }, body: { dueDate }, written }),
    ...advanced(budget),
    ...PAID,
  });
}

/** Moves to the next payment without recording the due one. */
export function useSkip(budget: Budget) {
  return useApiMutation({
    run: ({ id, dueDate }: Payment, _, written): Promise<Subscription> =>
      call(subscriptions.skip, { budget, params: { id }, body: { dueDate }, written }),
    ...advanced(budget),
    successToast: ({ name }) => ({
      title: "Payment skipped",
      description: `No transaction was recorded for ${name}.`,
    }),
    failureToast: tryAgain("skip the payment"),
  });
}

export function useDeleteSubscription(budget: Budget) {
  return useApiMutation({
    run: ({ id }: { id: Id }, _, written) => call(subscriptions.remove, { budget, params: { id }, written }),
    affects: [budget, "subscriptions"],
    updateCache: (client, _, { id }) => removeFromCache(client, subscriptionList(budget).queryKey, id),
    successToast: () => ({ title: "Subscription deleted" }),
    removes: true,
    failureToast: tryAgain("delete subscription"),
  });
}

export const savedSubscription = (budget: Budget) => ({
  affects: [budget, "subscriptions"] as const,
  updateCache: (client: QueryClient, subscription: Subscription) =>
    upsertInCache(client, subscriptionList(budget).queryKey, subscription, soonestFirst),
});

export const advanced = (budget: Budget) => ({
  ...savedSubscription(budget),
  // After a refusal the list is out of date.
  onFailure: (client: QueryClient) => invalidate(client, budget, "subscriptions"),
});
