import { budgets, MAX_PLANS } from "@coffer/contract/budget";
import { inBatches } from "@coffer/domain/batches";
import type { Plan } from "@coffer/domain/budget/budget";
import type { ProposalSource } from "@coffer/domain/budget/proposal-sources";
import type { Month } from "@coffer/domain/time/month";
import { call, callQuery, type LedgerId, monthParams, queryKey } from "./call.ts";
import { useApiMutation } from "./use-api-mutation.ts";

export function planProposal(ledgerId: LedgerId, month: Month, from: ProposalSource) {
  const key = queryKey(ledgerId, "budgets", month, "proposal", from);
  return callQuery(key, budgets.proposal, { ledgerId, query: { ...monthParams(month), from } });
}

/** Fills what has no plan yet: a plan that somebody else has made meanwhile is not replaced. */
export function usePlanMonth(ledgerId: LedgerId, month: Month) {
  return useApiMutation({
    async run(plans: Omit<Plan, "month">[], { written }) {
      for (const batch of inBatches(plans, MAX_PLANS))
        await call(budgets.planMonth, { ledgerId, body: { ...monthParams(month), plans: batch }, written });
    },
    affects: [ledgerId, "budgets"],
    successToast: { title: "Month planned" },
    failureToast: { title: "Error", description: "Failed to plan the month" },
  });
}
