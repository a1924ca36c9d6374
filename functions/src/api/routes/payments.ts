import { payments } from "@coffer/contract/payment";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const paymentRoutes = ({ payments: own }: Core) =>
  pairNoun("payments", payments, {
    add: ({ ledger, body, idempotencyKey }) => own.add(ledger, body, idempotencyKey),
    get: ({ ledger, params }) => own.get(ledger, params.id),
    update: ({ ledger, params, body, version, idempotencyKey }) =>
      own.update(ledger, params.id, body, version, idempotencyKey),
    remove: ({ ledger, params, idempotencyKey }) => own.remove(ledger, params.id, idempotencyKey),
  });
