import { payments } from "@coffer/contract/payment";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const paymentRoutes = ({ payments: own }: Core) =>
  pairNoun("payments", payments, {
    add: ({ budget, body, idempotencyKey }) => own.add(budget, body, idempotencyKey),
    get: ({ budget, params }) => own.get(budget, params.id),
    update: ({ budget, params, body, version, idempotencyKey }) =>
      own.update(budget, params.id, body, version, idempotencyKey),
    remove: async ({ budget, params, idempotencyKey }) =>
      void (await own.remove(budget, params.id, idempotencyKey)),
  });
