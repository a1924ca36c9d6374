import { bulk } from "@coffer/contract/bulk";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const bulkRoutes = (core: Core) =>
  pairNoun("bulk", bulk, {
    remove: ({ budget, body, idempotencyKey }) =>
      core.transactions.removeTogether(budget, body.transactions, idempotencyKey),
    move: ({ budget, body, idempotencyKey }) =>
      core.transactions.moveTogether(budget, body.transactions, body.categoryId, idempotencyKey),
  });
