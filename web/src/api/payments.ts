import { payments } from "@coffer/contract/payment";
import type { Id } from "@coffer/domain/id";
import { call, type Sent } from "./call.ts";
import type { Budget } from "./query-key.ts";
import { moveInCache } from "./transactions.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

export type SentPayment = Sent<typeof payments.add.body>;

/** Adds a payment, or changes the one, or splits the transaction, that has the id. */
export function useSavePayment(budget: Budget) {
  return useApiMutation({
    run: ({ id, body }: { id: Id | undefined; body: SentPayment }, key, written) =>
      id === undefined
        ? call(payments.add, { budget, body, key, written })
        : call(payments.update, { budget, params: { id }, body, key, written }),
    affects: [budget, "transactions"],
    updateCache: (client, { lines }) => moveInCache(client, budget, lines),
    successToast: (_, { id }) => ({ title: id === undefined ? "Payment created" : "Payment updated" }),
    failureToast: failed("Failed to save payment"),
  });
}
