import { balance } from "@coffer/contract/balance";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const balanceRoutes = ({ balances }: Core) =>
  pairNoun("balance", balance, {
    get: ({ budget }) => balances.get(budget),
    settle: ({ budget, body, idempotencyKey }) => balances.settle(budget, body, idempotencyKey),
  });
