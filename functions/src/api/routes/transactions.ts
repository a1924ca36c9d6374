import { bulk, transactions } from "@coffer/contract/transaction";
import type { Core } from "@coffer/core/core";
import { pairNoun, withCursor } from "../route.ts";

export const transactionRoutes = (core: Core) =>
  pairNoun("transactions", transactions, {
    async list({ ledger, query, http }) {
      const { rows, cursor } = await core.transactions.page(ledger, query);
      return withCursor(http, rows, cursor);
    },
    search: ({ ledger, query }) => core.transactions.search(ledger, query),
    add: ({ ledger, body: { pays, dueDate, ...draft } }) =>
      pays === undefined
        ? core.transactions.add(ledger, draft)
        : core.subscriptions.payBy(ledger, draft, { pays, dueDate }),
    update: ({ ledger, params, body }) => core.transactions.update(ledger, params.id, body),
    remove: ({ ledger, params }) => core.transactions.remove(ledger, params.id),
  });

export const bulkRoutes = (core: Core) =>
  pairNoun("bulk", bulk, {
    change: ({ ledger, body }) => core.transactions.changeTogether(ledger, body.transactions, body.set),
    remove: ({ ledger, body }) => core.transactions.removeTogether(ledger, body.transactions),
    move: ({ ledger, body: { transactions, categoryId } }) =>
      core.transactions.changeTogether(ledger, transactions, { categoryId }),
  });
