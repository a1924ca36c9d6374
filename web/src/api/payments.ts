import { payments } from "@coffer/contract/payment";
import { draftOfPayment, type Purchase } from "@coffer/domain/payment/payment";
import { call, type Sent } from "./call.ts";
import { sendEdit } from "./edit-version.ts";
import { PAYMENT_EDIT } from "./payment-edit.ts";
import type { LedgerId } from "./query-key.ts";
import { moveInCache } from "./transactions.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

export type SentPayment = Sent<typeof payments.add.body>;

/** Adds a payment, or changes the one, or splits the transaction, that was `opened`. */
export function useSavePayment(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ opened, body }: { opened: Purchase | undefined; body: SentPayment }, attempt) => {
      if (!opened) return call(payments.add, { ledgerId, body, ...attempt });
      const params = { id: opened.paymentId ?? opened.id };
      const seen = draftOfPayment(opened);
      return sendEdit({ ...PAYMENT_EDIT, ledgerId, opened: seen, body }, (version, body) =>
        call(payments.update, { ledgerId, params, body, ...attempt, version, opened: seen }),
      );
    },
    affects: [ledgerId, "transactions"],
    updateCache: (client, { lines }) => moveInCache(client, ledgerId, lines),
    successToast: (_, { opened }) => ({
      title: opened === undefined ? "Payment created" : "Payment updated",
    }),
    failureToast: failed("Failed to save payment"),
  });
}
