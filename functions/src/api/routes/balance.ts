import type { balance } from "@coffer/contract/balance";
import type { Core } from "@coffer/core/core";
import type { RoutesOf } from "../route.ts";

export const balanceRoutes = ({ balances }: Core): RoutesOf<typeof balance> => ({
  get: ({ budget }) => balances.get(budget),
  settle: ({ budget, body, idempotencyKey }) => balances.settle(budget, body, idempotencyKey),
});
