import { subscriptions } from "@coffer/contract/subscription";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const subscriptionRoutes = ({ subscriptions: own, suggestions }: Core) =>
  pairNoun("subscriptions", subscriptions, {
    list: ({ ledger }) => own.list(ledger),
    add: ({ ledger, body }) => own.add(ledger, body),
    update: ({ ledger, params, body }) => own.update(ledger, params.id, body),
    remove: ({ ledger, params }) => own.remove(ledger, params.id),
    suggestions: ({ ledger }) => suggestions.list(ledger),
    take: ({ ledger, params }) => suggestions.take(ledger, params.id),
    dismiss: ({ ledger, params }) => suggestions.dismiss(ledger, params.id),
    pay: ({ ledger, params, body }) => own.pay(ledger, params.id, body.dueDate, body.transactionId),
    skip: ({ ledger, params, body }) => own.skip(ledger, params.id, body.dueDate),
  });
