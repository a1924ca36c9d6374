import { budgets } from "@coffer/contract/budget";
import type { Plan } from "@coffer/domain/budget/budget";
import { plan } from "@coffer/domain/budget/definition";
import type { Month } from "@coffer/domain/time/month";
import { showPlans } from "./budgets.ts";
import { call, monthParams } from "./call.ts";
import type { LedgerId } from "./query-key.ts";
import { useApiMutation } from "./use-api-mutation.ts";

/** `opened` is the plan when the edit began. */
type PlanEdit = Omit<Plan, "month"> & { opened?: Pick<Plan, "projected"> };

export function useSavePlan(ledgerId: LedgerId, month: Month) {
  return useApiMutation({
    async run({ categoryId, projected, opened }: PlanEdit, attempt) {
      const { sendEdit } = await import("./edit-version.ts");
      const body = { categoryId, ...monthParams(month), projected };
      return sendEdit({ kind: plan, ledgerId, opened, body, schema: budgets.save.body }, (version, body) =>
        call(budgets.save, { ledgerId, body, version, ...attempt }),
      );
    },
    optimisticUpdate: (client, plan) => showPlans(client, ledgerId, month, [plan]),
    affects: [ledgerId, "budgets"],
    successToast: () => ({ title: "Budget updated" }),
    failureToast: { title: "Error", description: "Failed to update budget" },
  });
}
