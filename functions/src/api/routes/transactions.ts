import type { transactions } from "@coffer/contract/transaction";
import type { Core } from "@coffer/core/core";
import { toDecimal } from "@coffer/domain/money";
import type { Transaction } from "@coffer/domain/transaction";
import type { RoutesOf } from "../route.ts";

export const transactionRoutes = (core: Core): RoutesOf<typeof transactions> => ({
  list: async ({ budget, query }) => (await core.transactions.list(budget, query)).map(reply),
  add: async ({ budget, body, idempotencyKey }) =>
    reply(await core.transactions.add(budget, body, idempotencyKey)),
  update: async ({ budget, params, body }) => reply(await core.transactions.update(budget, params.id, body)),
  remove: async ({ budget, params }) => void (await core.transactions.remove(budget, params.id)),
});

const reply = (transaction: Transaction) => ({ ...transaction, amount: toDecimal(transaction.amount) });
