import { balance } from "@coffer/contract/balance";
import { call, callQuery, type LedgerId, queryKey, type Sent } from "./call.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

/** Debts in the open budget. Under `budgets`, since it changes whenever those do. */
export const balances = (ledgerId: LedgerId) =>
  callQuery(queryKey(ledgerId, "budgets", "balance"), balance.get, { ledgerId });

/** `credit` words the part of it that is above the debt. */
export function useSettle(ledgerId: LedgerId, credit: (amount: number) => string) {
  return useApiMutation({
    run: (body: Sent<typeof balance.settle.body>, attempt) =>
      call(balance.settle, { ledgerId, body, ...attempt }),
    affects: [ledgerId, "budgets"],
    successToast: (settled) => ({
      title: "Payment recorded",
      ...(settled.credit > 0 && { description: credit(settled.credit) }),
    }),
    failureToast: failed("Failed to record the payment"),
  });
}
