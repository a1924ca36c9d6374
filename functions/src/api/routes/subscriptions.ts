import type { subscriptions } from "@coffer/contract/subscription";
import type { Core } from "@coffer/core/core";
import { toDecimal } from "@coffer/domain/money/money";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { RoutesOf } from "../route.ts";

export const subscriptionRoutes = (core: Core): RoutesOf<typeof subscriptions> => ({
  list: async ({ budget }) => (await core.subscriptions.list(budget)).map(subscriptionOnWire),
  add: async ({ budget, body, idempotencyKey }) =>
    subscriptionOnWire(await core.subscriptions.add(budget, body, idempotencyKey)),
  update: async ({ budget, params, body, version }) =>
    subscriptionOnWire(await core.subscriptions.update(budget, params.id, body, version)),
  remove: async ({ budget, params }) => void (await core.subscriptions.remove(budget, params.id)),
  pay: async ({ budget, params, body }) =>
    subscriptionOnWire(await core.subscriptions.pay(budget, params.id, body.dueDate)),
  skip: async ({ budget, params, body }) =>
    subscriptionOnWire(await core.subscriptions.skip(budget, params.id, body.dueDate)),
});

export const subscriptionOnWire = ({ previousAmount, ...subscription }: Subscription) => ({
  ...subscription,
  amount: toDecimal(subscription.amount),
  ...(previousAmount !== undefined && { previousAmount: previousAmount && toDecimal(previousAmount) }),
});
