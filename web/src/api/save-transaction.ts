import { payments } from "@coffer/contract/payment";
import { transactions } from "@coffer/contract/transaction";
import { draftOfPayment, type Purchase } from "@coffer/domain/payment/payment";
import { type Month, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { transaction } from "@coffer/domain/transaction/definition";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { call, type LedgerId, type Sent } from "./call.ts";
import { sendEdit } from "./edit-version.ts";
import { PAYMENT_EDIT } from "./payment-edit.ts";
import { moveInCache } from "./transactions.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";
import { useSave } from "./use-save.ts";

/** The toast says where a row of another month than the `shown` one went. */
export function useSaveTransaction(ledgerId: LedgerId, shown?: Month) {
  return useSave<Sent<typeof transactions.add.body>, Transaction>({
    kind: transaction,
    schema: transactions.update.body,
    add: (input) => call(transactions.add, input),
    update: (input, id) => call(transactions.update, { ...input, params: { id } }),
    affects: [ledgerId, "transactions"],
    updateCache: (client, transaction) => moveInCache(client, ledgerId, [transaction]),
    describe({ date }) {
      const month = monthOfDay(date);
      return shown && month !== shown ? `It is in ${monthLabel(month)}.` : undefined;
    },
    failure: (what) => failed(`Failed to ${what}`),
  });
}

type PaymentEdit = { opened: Purchase | undefined; body: Sent<typeof payments.add.body> };

/** Adds a payment, or changes the one, or splits the transaction, that was `opened`. */
export function useSavePayment(ledgerId: LedgerId) {
  return useApiMutation({
    run({ opened, body }: PaymentEdit, attempt) {
      if (!opened) return call(payments.add, { ledgerId, body, ...attempt });
      const params = { id: opened.paymentId ?? opened.id };
      const seen = draftOfPayment(opened);
      return sendEdit({ ...PAYMENT_EDIT, ledgerId, opened: seen, body }, (version, body) =>
        call(payments.update, { ledgerId, params, body, ...attempt, version, opened: seen }),
      );
    },
    affects: [ledgerId, "transactions"],
    updateCache: (client, { lines }) => moveInCache(client, ledgerId, lines),
    successToast: (_, { opened }) => ({ title: opened ? "Payment updated" : "Payment created" }),
    failureToast: failed("Failed to save payment"),
  });
}
