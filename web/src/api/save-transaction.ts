import { transactions } from "@coffer/contract/transaction";
import { transaction } from "@coffer/domain/transaction/definition";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { call, type Sent } from "./call.ts";
import type { LedgerId } from "./query-key.ts";
import { moveInCache } from "./transactions.ts";
import { failed } from "./use-api-mutation.ts";
import { useSave } from "./use-save.ts";

export function useSaveTransaction(ledgerId: LedgerId) {
  return useSave<Sent<typeof transactions.add.body>, Transaction>({
    kind: transaction,
    schema: transactions.update.body,
    add: (input) => call(transactions.add, input),
    update: (input, id) => call(transactions.update, { ...input, params: { id } }),
    affects: [ledgerId, "transactions"],
    updateCache: (client, transaction) => moveInCache(client, ledgerId, [transaction]),
    failure: (what) => failed(`Failed to ${what}`),
  });
}
