import { goals } from "@coffer/contract/goal";
import { goal, milestone } from "@coffer/domain/goal/definition";
import type { Goal, GoalStatus, Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { QueryClient } from "@tanstack/react-query";
import { removeFromCache, upsertInCache } from "./cached-list.ts";
import { call, callQuery, type LedgerId, ONE_MINUTE, queryKey, type Sent } from "./call.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";
import { useSave } from "./use-save.ts";

export const goalList = (ledgerId: LedgerId) =>
  callQuery(queryKey(ledgerId, "goals"), goals.list, { ledgerId }, { staleTime: ONE_MINUTE });

/** Newest first: the latest, or those before `before`. Under the goals' key, so that invalidating goals invalidates these. */
export function goalContributions(ledgerId: LedgerId, goalId: Id, before?: Id) {
  const key = queryKey(ledgerId, "goals", goalId, "contributions", before ?? 0);
  const query = before === undefined ? {} : { before: String(before) };
  const input = { ledgerId, params: { id: goalId }, query };
  return callQuery(key, goals.contributions, input, { staleTime: ONE_MINUTE });
}

export type ReachableMilestone = Milestone & { isReached: boolean };

/** Smallest amount first. Under the goals' key, so that invalidating goals invalidates these. */
export function goalMilestones(ledgerId: LedgerId, goalId: Id) {
  const key = queryKey(ledgerId, "goals", goalId, "milestones");
  const input = { ledgerId, params: { id: goalId } };
  return callQuery(key, goals.milestones, input, { staleTime: ONE_MINUTE });
}

const savedGoal = (ledgerId: LedgerId) => ({
  affects: [ledgerId, "goals"] as const,
  updateCache: (client: QueryClient, goal: Goal) => upsertInCache(client, goalList(ledgerId).queryKey, goal),
});

export function useSaveGoal(ledgerId: LedgerId) {
  return useSave<Sent<typeof goals.add.body>, Goal>({
    kind: goal,
    schema: goals.update.body,
    add: (input) => call(goals.add, input),
    update: (input, id) => call(goals.update, { ...input, params: { id } }),
    ...savedGoal(ledgerId),
  });
}

const STATUS_TOASTS = {
  "in-progress": "Goal reopened",
  completed: "Goal completed",
  cancelled: "Goal cancelled",
};

export function useSetGoalStatus(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id, status }: { id: Id; status: GoalStatus }, attempt) =>
      call(goals.setStatus, { ledgerId, params: { id }, body: { status }, ...attempt }),
    ...savedGoal(ledgerId),
    successToast: ({ status, name }) => ({
      title: STATUS_TOASTS[status],
      ...(status === "completed" && { description: `You made it: “${name}”.` }),
    }),
    failureToast: tryAgain("update goal"),
  });
}

/** A negative `amount` is a withdrawal. */
export function useContribute(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id, amount }: { id: Id; amount: Cents }, attempt) =>
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
    successToast: { title: "Goal deleted" },
    removes: true,
    failureToast: tryAgain("delete goal"),
  });
}

export function useSaveMilestone(ledgerId: LedgerId, goalId: Id) {
  return useSave<Sent<typeof goals.addMilestone.body>, ReachableMilestone>({
    kind: milestone,
    schema: goals.updateMilestone.body,
    add: (input) => call(goals.addMilestone, { ...input, params: { id: goalId } }),
    update: (input, milestoneId) =>
      call(goals.updateMilestone, { ...input, params: { id: goalId, milestoneId } }),
    affects: [ledgerId, "goals"],
    updateCache(client, milestone) {
      const { queryKey } = goalMilestones(ledgerId, goalId);
      upsertInCache(client, queryKey, milestone, (a, b) => a.amount - b.amount || a.id - b.id);
    },
  });
}

export function useDeleteMilestone(ledgerId: LedgerId, goalId: Id) {
  return useApiMutation({
    run: ({ milestoneId }: { milestoneId: Id }, attempt) =>
      call(goals.removeMilestone, { ledgerId, params: { id: goalId, milestoneId }, ...attempt }),
    affects: [ledgerId, "goals"],
    updateCache: (client, _, { milestoneId }) =>
      removeFromCache(client, goalMilestones(ledgerId, goalId).queryKey, milestoneId),
    successToast: { title: "Milestone deleted" },
    removes: true,
    failureToast: tryAgain("delete milestone"),
  });
}
