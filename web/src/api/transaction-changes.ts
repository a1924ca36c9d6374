import { payments } from "@coffer/contract/payment";
import { transactions } from "@coffer/contract/transaction";
import type { Category } from "@coffer/domain/category/category";
import { draftOf } from "@coffer/domain/definition/kind";
import type { Purchase } from "@coffer/domain/payment/payment";
import { monthOfDay } from "@coffer/domain/time/month";
import { transaction } from "@coffer/domain/transaction/definition";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { changeAtOnce } from "./cached-list.ts";
import { call, type LedgerId } from "./call.ts";
import { monthTransactions } from "./transactions.ts";
import { useApiMutation } from "./use-api-mutation.ts";

type Move = { transaction: Transaction; category: Category };

export function useMoveTransaction(ledgerId: LedgerId) {
  return useApiMutation({
    async run({ transaction: opened, category }: Move, attempt) {
      const { sendEdit } = await import("./edit-version.ts");
      const params = { id: opened.id };
      const body = { ...draftOf(transaction, opened), categoryId: category.id };
      const schema = transactions.update.body;
      return sendEdit({ kind: transaction, ledgerId, opened, body, schema }, (version, body) =>
        call(transactions.update, { ledgerId, params, body, version, opened, ...attempt }),
      );
    },
    optimisticUpdate: (client, { transaction: { id, date }, category }) =>
      changeAtOnce(client, monthTransactions(ledgerId, monthOfDay(date)).queryKey, (rows) =>
        rows.map((row) => (row.id === id ? { ...row, categoryId: category.id } : row)),
      ),
    affects: [ledgerId, "transactions"],
    successToast: (_, { category }) => ({ title: `Moved to ${category.name}` }),
    failureToast: { title: "Failed to update transaction", description: "Failed to update transaction" },
  });
}

/** The transaction, with all of its payment, leaves the list at once, and comes back if the server refuses. */
export function useDeleteTransaction(ledgerId: LedgerId) {
  return useApiMutation({
    run: (opened: Purchase, attempt) =>
      opened.paymentId === undefined
        ? call(transactions.remove, { ledgerId, params: { id: opened.id }, opened, ...attempt })
        : call(payments.remove, { ledgerId, params: { id: opened.paymentId }, opened, ...attempt }),
    optimisticUpdate: (client, { id, paymentId = id, date }) =>
      changeAtOnce(client, monthTransactions(ledgerId, monthOfDay(date)).queryKey, (list) =>
        list.filter((one) => (one.paymentId ?? one.id) !== paymentId),
      ),
    affects: [ledgerId, "transactions"],
    successToast: { title: "Transaction deleted" },
    removes: true,
    failureToast: { title: "Error", description: "Failed to delete transaction" },
  });
}
