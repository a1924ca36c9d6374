import { payments } from "@coffer/contract/payment";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const paymentRoutes = ({ payments: own }: Core) =>
  pairNoun("payments", payments, {
    add: ({ ledger, body }) => own.add(ledger, body),
    get: ({ ledger, params }) => own.get(ledger, params.id),
    update: ({ ledger, params, body }) => own.update(ledger, params.id, body),
    remove: ({ ledger, params }) => own.remove(ledger, params.id),
  });
