import { bulk } from "@coffer/contract/bulk";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const bulkRoutes = (core: Core) =>
  pairNoun("bulk", bulk, {
    remove: ({ ledger, body, idempotencyKey }) =>
      core.transactions.removeTogether(ledger, body.transactions, idempotencyKey),
    move: ({ ledger, body, idempotencyKey }) =>
      core.transactions.moveTogether(ledger, body.transactions, body.categoryId, idempotencyKey),
  });
