import { rules } from "@coffer/contract/rule";
import { bulk, payments, transactions } from "@coffer/contract/transaction";
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

export const paymentRoutes = ({ payments: own }: Core) =>
  pairNoun("payments", payments, {
    add: ({ ledger, body }) => own.add(ledger, body),
    get: ({ ledger, params }) => own.get(ledger, params.id),
    update: ({ ledger, params, body }) => own.update(ledger, params.id, body),
    remove: ({ ledger, params }) => own.remove(ledger, params.id),
  });

export const ruleRoutes = (core: Core) =>
  pairNoun("rules", rules, {
    list: ({ ledger }) => core.rules.list(ledger),
    add: ({ ledger, body }) => core.rules.add(ledger, body),
    replace: ({ ledger, body }) => core.rules.replace(ledger, body),
    apply: ({ ledger, body }) => core.rules.apply(ledger, body.ruleId, body.preview),
    remove: ({ ledger, params }) => core.rules.remove(ledger, params.id),
  });
