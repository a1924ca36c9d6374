import { budgets } from "@coffer/contract/budget";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import { showPlans } from "./budgets.ts";
import { call, monthParams } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import type { Budget } from "./query-key.ts";
import { useApiMutation } from "./use-api-mutation.ts";

/** `expected` and `projected` are the plan before and after. */
type Change = { categoryId: Id; expected: Cents; projected: Cents };

export function useRebalance(budget: Budget, month: Month) {
  return useApiMutation({
    run: (changes: Change[], _, written) =>
      call(budgets.rebalance, {
        budget,
        written,
        body: { ...monthParams(month), plans: changes },
      }),
    optimisticUpdate: (client, changes) => showPlans(client, budget, month, changes),
    affects: [budget, "budgets"],
    // The amounts on the screen are no longer those of the server.
    onFailure: (client) => invalidate(client, budget, "budgets"),
    successToast: () => ({ title: "Plan moved" }),
    failureToast: { title: "Error", description: "Failed to move the plan" },
  });
}
