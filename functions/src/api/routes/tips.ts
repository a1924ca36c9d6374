import { tips } from "@coffer/contract/tips";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";
import { requestedMonth } from "./budgets.ts";

export const tipsRoutes = (core: Core) =>
  pairNoun("tips", tips, {
    get: ({ ledger, query }) => core.tips.get(ledger, requestedMonth(query)),
  });
