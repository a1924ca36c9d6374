import { goals } from "@coffer/contract/goal";
import type { Goal, GoalStatus } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { QueryClient } from "@tanstack/react-query";
import { removeFromCache, upsertInCache } from "./cached-list.ts";
import { call } from "./call.ts";
import { goalList } from "./goals.ts";
import type { LedgerId } from "./query-key.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

const STATUS_TOASTS = {
  "in-progress": "Goal reopened",
  completed: "Goal completed",
  cancelled: "Goal cancelled",
};

export function useSetGoalStatus(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id, status }: { id: Id; status: GoalStatus }, attempt): Promise<Goal> =>
      call(goals.setStatus, { ledgerId, params: { id }, body: { status }, ...attempt }),
    ...savedGoal(ledgerId),
    successToast: ({ status, name }) => ({
      title: STATUS_TOASTS[status],
      ...(status === "completed" && { description: `You made it: “${name}”.` }),
    }),
    failureToast: tryAgain("update goal"),
  });
}

/** A negative `amount` takes it out. */
export function useContribute(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id, amount }: { id: Id; amount: Cents }, attempt): Promise<Goal> =>
      call(goals.contribute, { ledgerId, params: { id }, body: { amount }, ...attempt }),
    ...savedGoal(ledgerId),
    successToast: ({ name }, { amount }) =>
      amount < 0
        ? { title: "Withdrawal recorded", description: `From “${name}”.` }
        : { title: "Contribution added", description: `To “${name}”.` },
    failureToast: (_, { amount }) => tryAgain(amount < 0 ? "record the withdrawal" : "add contribution"),
  });
}

export function useDeleteGoal(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id }: { id: Id }, attempt) => call(goals.remove, { ledgerId, params: { id }, ...attempt }),
    affects: [ledgerId, "goals"],
    updateCache: (client, _, { id }) => removeFromCache(client, goalList(ledgerId).queryKey, id),
    successToast: () => ({ title: "Goal deleted" }),
    removes: true,
    failureToast: tryAgain("delete goal"),
  });
}

export const savedGoal = (ledgerId: LedgerId) => ({
  affects: [ledgerId, "goals"] as const,
  updateCache: (client: QueryClient, goal: Goal) => upsertInCache(client, goalList(ledgerId).queryKey, goal),
});
