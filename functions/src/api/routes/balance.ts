import { balance } from "@coffer/contract/balance";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const balanceRoutes = ({ balances }: Core) =>
  pairNoun("balance", balance, {
    get: ({ ledger }) => balances.get(ledger),
    settle: ({ ledger, body }) => balances.settle(ledger, body),
  });
