import type { transactions } from "@coffer/contract/transaction";
import type { Core } from "@coffer/core/core";
import type { StoredTransaction } from "@coffer/core/transaction/transactions";
import { toDecimal } from "@coffer/domain/money/money";
import { type RoutesOf, withCursor } from "../route.ts";

export const transactionRoutes = (core: Core): RoutesOf<typeof transactions> => ({
  async list({ budget, query, http }) {
    const { rows, cursor } = await core.transactions.page(budget, query);
    return withCursor(http, rows.map(transactionOnWire), cursor);
  },
  search: async ({ budget, query }) => {
    const { rows, total, cursor } = await core.transactions.search(budget, query);
    const { count, income, expense } = total;
    return {
      rows: rows.map(transactionOnWire),
      total: { count, income: toDecimal(income), expense: toDecimal(expense) },
      cursor,
    };
  },
  add: async ({ budget, body, idempotencyKey }) =>
    transactionOnWire(await core.transactions.add(budget, body, idempotencyKey)),
  update: async ({ budget, params, body, version }) =>
    transactionOnWire(await core.transactions.update(budget, params.id, body, version)),
  remove: async ({ budget, params }) => void (await core.transactions.remove(budget, params.id)),
});

/** Without what an import keeps of it. */
export function transactionOnWire({ imported: _, batch: _batch, ...transaction }: StoredTransaction) {
  return { ...transaction, amount: toDecimal(transaction.amount) };
}
