import { bulk } from "@coffer/contract/bulk";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const bulkRoutes = (core: Core) =>
  pairNoun("bulk", bulk, {
    remove: ({ ledger, body }) => core.transactions.removeTogether(ledger, body.transactions),
    move: ({ ledger, body }) => core.transactions.moveTogether(ledger, body.transactions, body.categoryId),
  });
