import { goals } from "@coffer/contract/goal";
import { milestone } from "@coffer/domain/goal/definition";
import type { Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { removeFromCache, upsertInCache } from "./cached-list.ts";
import { call, type Sent } from "./call.ts";
import { type LedgerId, ONE_MINUTE, queryKey } from "./query-key.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";
import { useSave } from "./use-save.ts";

export type ReachableMilestone = Milestone & { isReached: boolean };

/** Smallest amount first. Under the goals' key, so that invalidating goals invalidates these. */
export function goalMilestones(ledgerId: LedgerId, goalId: Id) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "goals", goalId, "milestones"),
    queryFn: ({ signal }): Promise<ReachableMilestone[]> =>
      call(goals.milestones, { ledgerId, params: { id: goalId }, signal }),
    staleTime: ONE_MINUTE,
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
    successToast: () => ({ title: "Milestone deleted" }),
    removes: true,
    failureToast: tryAgain("delete milestone"),
  });
}
