import { transactions } from "@coffer/contract/transaction";
import type { Core } from "@coffer/core/core";
import { pairNoun, withCursor } from "../route.ts";

export const transactionRoutes = (core: Core) =>
  pairNoun("transactions", transactions, {
    async list({ budget, query, http }) {
      const { rows, cursor } = await core.transactions.page(budget, query);
      return withCursor(http, rows, cursor);
    },
    search: ({ budget, query }) => core.transactions.search(budget, query),
    add: ({ budget, body, idempotencyKey }) => core.transactions.add(budget, body, idempotencyKey),
    update: ({ budget, params, body, version, idempotencyKey }) =>
      core.transactions.update(budget, params.id, body, version, idempotencyKey),
    remove: async ({ budget, params, idempotencyKey }) =>
      void (await core.transactions.remove(budget, params.id, idempotencyKey)),
  });
