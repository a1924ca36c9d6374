import { budgets } from "@coffer/contract/budget";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import { showPlans } from "./budgets.ts";
import { call, monthParams } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import type { LedgerId } from "./query-key.ts";
import { useApiMutation } from "./use-api-mutation.ts";

/** `expected` and `projected` are the plan before and after. */
type Change = { categoryId: Id; expected: Cents; projected: Cents };

export function useRebalance(ledgerId: LedgerId, month: Month) {
  return useApiMutation({
    run: (changes: Change[], attempt) =>
      call(budgets.rebalance, {
        ledgerId,
        ...attempt,
        body: { ...monthParams(month), plans: changes },
      }),
    optimisticUpdate: (client, changes) => showPlans(client, ledgerId, month, changes),
    affects: [ledgerId, "budgets"],
    // The amounts on the screen are no longer those of the server.
    onFailure: (client) => invalidate(client, ledgerId, "budgets"),
    successToast: () => ({ title: "Plan moved" }),
    failureToast: { title: "Error", description: "Failed to move the plan" },
  });
}
