import { transactions } from "@coffer/contract/transaction";
import type { Id } from "@coffer/domain/id";
import { toDecimal } from "@coffer/domain/money";
import { pluralize } from "@coffer/domain/plural";
import type { Transaction } from "@coffer/domain/transaction";
import { messageOf } from "./api-error.ts";
import { call, type WrittenEntry } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import type { Budget } from "./query-key.ts";
import { useApiMutation } from "./use-api-mutation.ts";

/** Calls at a time: browsers open no more connections to one server over HTTP/1. */
const AT_ONCE = 5;

export function useRecategorize(budget: Budget) {
  return useBulk(
    budget,
    "moved",
    ({ id, description, date, type, notes, amount, refund }, { categoryId }: { categoryId: Id }, written) =>
      call(transactions.update, {
        budget,
        written,
        params: { id },
        body: { description, date, type, notes: notes ?? "", amount: toDecimal(amount), categoryId, refund },
      }),
  );
}

export function useDeleteTransactions(budget: Budget) {
  return useBulk(budget, "deleted", ({ id }, _, written) =>
    call(transactions.remove, { budget, params: { id }, written }),
  );
}

type Rows = { rows: readonly Transaction[] };

/** Goes on past what fails, and says then how many did. */
function useBulk<Input>(
  budget: Budget,
  done: "moved" | "deleted",
  change: (row: Transaction, input: Rows & Input, written: WrittenEntry[]) => Promise<unknown>,
) {
  return useApiMutation({
    async run(input: Rows & Input, _, written) {
      const failures: unknown[] = [];
      for (let start = 0; start < input.rows.length; start += AT_ONCE) {
        const some = input.rows.slice(start, start + AT_ONCE);
        const settled = await Promise.allSettled(some.map((row) => change(row, input, written)));
        failures.push(...settled.filter(({ status }) => status === "rejected"));
      }
      if (failures.length > 0) throw new Error(`${failures.length} of ${input.rows.length} were not ${done}`);
    },
    updateCache: (client) => invalidate(client, budget, "transactions"),
    onFailure: (client) => invalidate(client, budget, "transactions"),
    independent: true,
    successToast: (_, { rows }) => ({ title: `${pluralize(rows.length, "transaction")} ${done}` }),
    failureToast: (error) => ({ title: "Error", description: messageOf(error, error.message) }),
  });
}
