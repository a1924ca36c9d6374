import { transactions } from "@coffer/contract/transaction";
import type { Transaction } from "@coffer/domain/transaction";
import type { InferInput } from "valibot";
import { call, type WrittenEntry } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import type { Budget } from "./query-key.ts";
import { moveInCache } from "./transactions.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

/** `key` is the Idempotency-Key: several entries may be on their way at once, equal ones among them. */
export type NewEntry = { key: string; body: InferInput<typeof transactions.add.body> };

/** `written` is empty where the first reply was lost: the entry of the activity is not named again. */
export type Entered = { transaction: Transaction; written: readonly WrittenEntry[] };

/** Raises no toast on success: the dialog lists what it has saved. */
export function useQuickEntry(budget: Budget) {
  return useApiMutation({
    run: async ({ key, body }: NewEntry, _, written): Promise<Entered> => ({
      transaction: await call(transactions.add, { budget, body, key, written }),
      written,
    }),
    updateCache(client, { transaction }) {
      moveInCache(client, budget, transaction);
      invalidate(client, budget, "transactions");
    },
    failureToast: failed("Failed to create transaction"),
  });
}
