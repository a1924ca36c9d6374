import { goals } from "@coffer/contract/goal";
import type { Goal, GoalStatus } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { QueryClient } from "@tanstack/react-query";
import { removeFromCache, upsertInCache } from "./cached-list.ts";
import { call } from "./call.ts";
import { goalList } from "./goals.ts";
import type { Budget } from "./query-key.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

const STATUS_TOASTS = {
  "in-progress": "Goal reopened",
  completed: "Goal completed",
  cancelled: "Goal cancelled",
};

export function useSetGoalStatus(budget: Budget) {
  return useApiMutation({
    run: ({ id, status }: { id: Id; status: GoalStatus }, _, written): Promise<Goal> =>
      call(goals.setStatus, { budget, params: { id }, body: { status }, written }),
    ...savedGoal(budget),
    successToast: ({ status, name }) => ({
      title: STATUS_TOASTS[status],
      ...(status === "completed" && { description: `You made it: “${name}”.` }),
    }),
    failureToast: tryAgain("update goal"),
  });
}

/** A negative `amount` takes it out. */
export function useContribute(budget: Budget) {
  return useApiMutation({
    run: ({ id, amount }: { id: Id; amount: Cents }, key, written): Promise<Goal> =>
      call(goals.contribute, { budget, params: { id }, body: { amount }, key, written }),
    ...savedGoal(budget),
    successToast: ({ name }, { amount }) =>
      amount < 0
        ? { title: "Withdrawal recorded", description: `From “${name}”.` }
        : { title: "Contribution added", description: `To “${name}”.` },
    failureToast: (_, { amount }) => tryAgain(amount < 0 ? "record the withdrawal" : "add contribution"),
  });
}

export function useDeleteGoal(budget: Budget) {
  return useApiMutation({
    run: ({ id }: { id: Id }, _, written) => call(goals.remove, { budget, params: { id }, written }),
    affects: [budget, "goals"],
    updateCache: (client, _, { id }) => removeFromCache(client, goalList(budget).queryKey, id),
    successToast: () => ({ title: "Goal deleted" }),
    removes: true,
    failureToast: tryAgain("delete goal"),
  });
}

export const savedGoal = (budget: Budget) => ({
  affects: [budget, "goals"] as const,
  updateCache: (client: QueryClient, goal: Goal) => upsertInCache(client, goalList(budget).queryKey, goal),
});
