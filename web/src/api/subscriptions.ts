import { subscriptions } from "@coffer/contract/subscription";
import { draftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { subscription } from "@coffer/domain/subscription/definition";
import { type Subscription, soonestFirst } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { changeAtOnce, removeFromCache, upsertInCache } from "./cached-list.ts";
import { call, callQuery, FIVE_MINUTES, type LedgerId, ONE_MINUTE, queryKey, type Sent } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import { withMonth } from "./month-view.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";
import { useSave } from "./use-save.ts";

/** Sorted by next payment. */
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

const saved = (ledgerId: LedgerId) => ({
  affects: [ledgerId, "subscriptions"] as const,
  updateCache: (client: QueryClient, subscription: Subscription) =>
    upsertInCache(client, subscriptionList(ledgerId).queryKey, subscription, soonestFirst),
});

export function useSaveSubscription(ledgerId: LedgerId) {
  return useSave<Sent<typeof subscriptions.add.body>, Subscription>({
    kind: subscription,
    schema: subscriptions.update.body,
    add: (input) => call(subscriptions.add, input),
    update: (input, id) => call(subscriptions.update, { ...input, params: { id } }),
    ...saved(ledgerId),
  });
}

const advanced = (ledgerId: LedgerId) => ({
  ...saved(ledgerId),
  // A refusal means that the list is out of date.
  onFailure: (client: QueryClient) => invalidate(client, ledgerId, "subscriptions"),
});

const paid = (ledgerId: LedgerId) => ({
  ...advanced(ledgerId),
  successToast: ({ name }: Subscription) => ({
    title: "Payment recorded",
    description: `${name} is marked as paid.`,
  }),
  failureToast: tryAgain("mark the payment as paid"),
});

/** The server refuses a payment that is no longer the next one due. */
type Payment = { id: Id; dueDate: Day; transactionId?: Id };

/** Records the due payment as a transaction, or links one that was entered, and moves to the next. */
export function usePay(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id, ...body }: Payment, attempt): Promise<Subscription> =>
      call(subscriptions.pay, { ledgerId, params: { id }, body, ...attempt }),
    ...paid(ledgerId),
  });
}

/** Gives a subscription without a category one, and records the due payment. */
export function usePayInto(ledgerId: LedgerId) {
  return useApiMutation({
    async run({ subscription: due, categoryId }: { subscription: Subscription; categoryId: Id }, attempt) {
      const { id, nextPaymentDate: dueDate } = due;
      const body = { ...draftOf(subscription, due), categoryId };
      await call(subscriptions.update, { ledgerId, params: { id }, body, ...attempt });
      return call(subscriptions.pay, { ledgerId, params: { id }, body: { dueDate }, ...attempt });
    },
    ...paid(ledgerId),
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
    successToast: { title: "Subscription deleted" },
    removes: true,
    failureToast: tryAgain("delete subscription"),
  });
}

/** Accepts a suggested price. Its charge replaces the payment that was recorded at the old price. */
export function useTakePrice(ledgerId: LedgerId) {
  return useApiMutation({
    run: (id: string, attempt): Promise<Subscription> =>
      call(subscriptions.take, { ledgerId, params: { id }, ...attempt }),
    ...advanced(ledgerId),
    successToast: ({ name }) => ({ title: "Subscription updated", description: name }),
    failureToast: tryAgain("update subscription"),
  });
}

export function useDismissSuggestion(ledgerId: LedgerId) {
  return useApiMutation({
    run: (id: string) => call(subscriptions.dismiss, { ledgerId, params: { id } }),
    optimisticUpdate: (client, id) =>
      changeAtOnce(client, suggestionList(ledgerId).queryKey, (list) => list.filter((one) => one.id !== id)),
    failureToast: tryAgain("dismiss the suggestion"),
  });
}
