import { subscriptions } from "@coffer/contract/subscription";
import { draftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { subscription } from "@coffer/domain/subscription/definition";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import { call, type Sent } from "./call.ts";
import type { LedgerId } from "./query-key.ts";
import { advanced, PAID, savedSubscription } from "./subscriptions.ts";
import { useApiMutation } from "./use-api-mutation.ts";
import { useSave } from "./use-save.ts";

export function useSaveSubscription(ledgerId: LedgerId) {
  return useSave<Sent<typeof subscriptions.add.body>, Subscription>({
    kind: subscription,
    schema: subscriptions.update.body,
    add: (input) => call(subscriptions.add, input),
    update: (input, id) => call(subscriptions.update, { ...input, params: { id } }),
    ...savedSubscription(ledgerId),
  });
}

/** Gives a subscription without a category one, and records the due payment. */
export function usePayInto(ledgerId: LedgerId) {
  return useApiMutation({
    async run({ subscription: due, categoryId }: { subscription: Subscription; categoryId: Id }, attempt) {
      const { id, nextPaymentDate } = due;
      const body = { ...draftOf(subscription, due), categoryId };
      await call(subscriptions.update, { ledgerId, params: { id }, body, ...attempt });
      const payment = { dueDate: nextPaymentDate };
      return call(subscriptions.pay, { ledgerId, params: { id }, body: payment, ...attempt });
    },
    ...advanced(ledgerId),
    ...PAID,
  });
}
