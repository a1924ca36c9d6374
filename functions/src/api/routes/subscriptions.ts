import { subscriptions } from "@coffer/contract/subscription";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const subscriptionRoutes = ({ subscriptions: own, suggestions }: Core) =>
  pairNoun("subscriptions", subscriptions, {
    list: ({ budget }) => own.list(budget),
    add: ({ budget, body, idempotencyKey }) => own.add(budget, body, idempotencyKey),
    update: ({ budget, params, body, version, idempotencyKey }) =>
      own.update(budget, params.id, body, version, idempotencyKey),
    remove: async ({ budget, params, idempotencyKey }) =>
      void (await own.remove(budget, params.id, idempotencyKey)),
    suggestions: ({ budget }) => suggestions.list(budget),
    dismiss: async ({ budget, params }) => void (await suggestions.dismiss(budget, params.id)),
    pay: ({ budget, params, body }) => own.pay(budget, params.id, body.dueDate),
    skip: ({ budget, params, body }) => own.skip(budget, params.id, body.dueDate),
  });
