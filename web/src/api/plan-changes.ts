import { budgets } from "@coffer/contract/budget";
import { budgetId, type Plan } from "@coffer/domain/budget/budget";
import { plan } from "@coffer/domain/budget/definition";
import type { Id } from "@coffer/domain/id";
import { type Cents, ZERO } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import type { QueryClient } from "@tanstack/react-query";
import { monthBudgets } from "./budgets.ts";
import { changeAtOnce, upsert } from "./cached-list.ts";
import { call, type LedgerId, monthParams } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import { useApiMutation } from "./use-api-mutation.ts";

type MonthPlan = Omit<Plan, "month">;

function showPlans(client: QueryClient, ledgerId: LedgerId, month: Month, plans: readonly MonthPlan[]) {
  return changeAtOnce(client, monthBudgets(ledgerId, month).queryKey, (list) =>
    plans.reduce((shown, { categoryId, projected }) => {
      const blank = { id: budgetId(month, categoryId), categoryId, month, actual: ZERO };
      const planned = list.find((one) => one.categoryId === categoryId) ?? blank;
      return upsert(shown, { ...planned, projected });
    }, list),
  );
}

type PlanEdit = MonthPlan & { opened?: Pick<Plan, "projected"> };

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
    successToast: { title: "Budget updated" },
    failureToast: { title: "Error", description: "Failed to update budget" },
  });
}

/** `expected` and `projected` are the plan before and after. */
type PlanMove = { categoryId: Id; expected: Cents; projected: Cents };

export function useRebalance(ledgerId: LedgerId, month: Month) {
  return useApiMutation({
    run: (plans: PlanMove[], attempt) =>
      call(budgets.rebalance, { ledgerId, body: { ...monthParams(month), plans }, ...attempt }),
    optimisticUpdate: (client, plans) => showPlans(client, ledgerId, month, plans),
    affects: [ledgerId, "budgets"],
    // The amounts on the screen are no longer those of the server.
    onFailure: (client) => invalidate(client, ledgerId, "budgets"),
    successToast: { title: "Plan moved" },
    failureToast: { title: "Error", description: "Failed to move the plan" },
  });
}

export function useResetActuals(ledgerId: LedgerId) {
  return useApiMutation({
    run: (month: Month, attempt) =>
      call(budgets.resetMonth, { ledgerId, body: monthParams(month), ...attempt }),
    affects: [ledgerId, "budgets"],
    updateCache: (client, reply, month) => client.setQueryData(monthBudgets(ledgerId, month).queryKey, reply),
    successToast: { title: "Reset successful", description: "The month's actuals count from zero again." },
    failureToast: { title: "Error", description: "Failed to reset monthly actuals" },
  });
}
