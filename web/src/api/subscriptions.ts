import { subscriptions } from "@coffer/contract/subscription";
import type { Day } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import { type Subscription, soonestFirst } from "@coffer/domain/subscription";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { InferInput } from "valibot";
import { saved, without } from "./cached.ts";
import { call } from "./call.ts";
import { tryAgain, useChange } from "./change.ts";
import { freshness } from "./freshness.ts";
import { type Budget, keyOf } from "./keys.ts";
import { refresh } from "./refresh.ts";

const ONE_MINUTE = 60_000;

/** The budget's subscriptions, next payment first. */
export function subscriptionList(budget: Budget) {
  return queryOptions({
    queryKey: keyOf(budget, "subscriptions"),
    queryFn: ({ signal }): Promise<Subscription[]> => call(subscriptions.list, { budget, signal }),
    ...freshness(budget, ONE_MINUTE),
  });
}

type Saved = InferInput<typeof subscriptions.add.body> & {
  /** Which one to change; a new one without it. */
  id?: Id;
};

/** Adds or changes a subscription; the server computes its next payment. */
export function useSaveSubscription(budget: Budget) {
  return useChange({
    run: ({ id, ...body }: Saved, key): Promise<Subscription> =>
      id
        ? call(subscriptions.update, { budget, params: { id }, body })
        : call(subscriptions.add, { budget, body, key }),
    settle: (client, saved) => place(client, budget, saved),
    success: (_, { id }) => ({ title: id ? "Subscription updated" : "Subscription created" }),
    failure: (_, { id }) => tryAgain(id ? "update subscription" : "create subscription"),
  });
}

/** A payment, by the day that it is due: one that somebody else has settled meanwhile is refused. */
type Payment = { id: Id; dueDate: Day };

/** Records a due payment as a transaction and moves to the next. */
export function usePay(budget: Budget) {
  return useChange({
    run: ({ id, dueDate }: Payment): Promise<Subscription> =>
      call(subscriptions.pay, { budget, params: { id }, body: { dueDate } }),
    // A refusal means that the list is not what it was.
    refused: (client) => refresh(client, budget, "subscriptions"),
    settle: (client, saved) => place(client, budget, saved),
    success: ({ name }) => ({ title: "Payment recorded", description: `${name} is marked as paid.` }),
    failure: tryAgain("mark the payment as paid"),
  });
}

/** Moves to the next payment without recording the due one. */
export function useSkip(budget: Budget) {
  return useChange({
    run: ({ id, dueDate }: Payment): Promise<Subscription> =>
      call(subscriptions.skip, { budget, params: { id }, body: { dueDate } }),
    refused: (client) => refresh(client, budget, "subscriptions"),
    settle: (client, saved) => place(client, budget, saved),
    success: ({ name }) => ({
      title: "Payment skipped",
      description: `No transaction was recorded for ${name}.`,
    }),
    failure: tryAgain("skip the payment"),
  });
}

export function useDeleteSubscription(budget: Budget) {
  return useChange({
    run: ({ id }: { id: Id }) => call(subscriptions.remove, { budget, params: { id } }),
    settle(client, _, removed) {
      client.setQueryData(subscriptionList(budget).queryKey, (list) => without(list, removed.id));
      refresh(client, budget, "subscriptions");
    },
    success: () => ({ title: "Subscription deleted" }),
    failure: tryAgain("delete subscription"),
  });
}

/** Puts what the server has answered into the list at once, and asks for all that depends on it. */
function place(client: QueryClient, budget: Budget, subscription: Subscription) {
  client.setQueryData(subscriptionList(budget).queryKey, (list) =>
    saved(list, subscription)?.sort(soonestFirst),
  );
  refresh(client, budget, "subscriptions");
}
