import { balance } from "@coffer/contract/balance";
import { ledger } from "@coffer/contract/sharing";
import type { Id } from "@coffer/domain/id";
import { call, type Sent } from "./call.ts";
import type { Budget } from "./query-key.ts";
import { failed, tryAgain, useApiMutation } from "./use-api-mutation.ts";

/** `credit` words the part of it that is above the debt. */
export function useSettle(budget: Budget, credit: (amount: number) => string) {
  return useApiMutation({
    run: (body: Sent<typeof balance.settle.body>, key, written) =>
      call(balance.settle, { budget, body, key, written }),
    affects: [budget, "budgets"],
    successToast: (settled) => ({
      title: "Payment recorded",
      ...(settled.credit > 0 && { description: credit(settled.credit) }),
    }),
    failureToast: failed("Failed to record the payment"),
  });
}

export function useRenameLedger(budget: Budget) {
  return useApiMutation({
    run: (name: string) => call(ledger.rename, { budget, body: { name } }),
    affects: [budget, "people"],
    failureToast: { title: "Error", description: "Failed to name the budget" },
  });
}

/** Takes somebody out of the open budget. */
export function useRemoveMember(budget: Budget) {
  return useApiMutation({
    run: (userId: Id) => call(ledger.removeMember, { budget, params: { userId } }),
    affects: [budget, "people"],
    removes: true,
    successToast: () => ({ title: "Member removed" }),
    failureToast: tryAgain("remove the member"),
  });
}
