import { goals } from "@coffer/contract/goal";
import type { Milestone } from "@coffer/domain/goal";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import type { InferInput } from "valibot";
import { saved, without } from "./cached.ts";
import { call } from "./call.ts";
import { tryAgain, useChange } from "./change.ts";
import { freshness } from "./freshness.ts";
import { type Budget, keyOf } from "./keys.ts";
import { refresh } from "./refresh.ts";

/** A milestone, and whether its goal's current amount has reached it. */
export type ReachableMilestone = Milestone & { isReached: boolean };

const ONE_MINUTE = 60_000;

/** A goal's milestones, smallest amount first. Under the goals' key: what refreshes those refreshes these. */
export function goalMilestones(budget: Budget, goalId: Id) {
  return queryOptions({
    queryKey: keyOf(budget, "goals", goalId, "milestones"),
    queryFn: ({ signal }): Promise<ReachableMilestone[]> =>
      call(goals.milestones, { budget, params: { id: goalId }, signal }),
    ...freshness(budget, ONE_MINUTE),
  });
}

type Saved = InferInput<typeof goals.addMilestone.body> & {
  /** Which one to change; a new one without it. */
  milestoneId?: Id;
};

/** Adds a milestone to a goal, or changes one. */
export function useSaveMilestone(budget: Budget, goalId: Id) {
  return useChange({
    run: ({ milestoneId, ...body }: Saved, key): Promise<ReachableMilestone> =>
      milestoneId
        ? call(goals.updateMilestone, { budget, params: { id: goalId, milestoneId }, body })
        : call(goals.addMilestone, { budget, params: { id: goalId }, body, key }),
    settle(client, milestone) {
      client.setQueryData(goalMilestones(budget, goalId).queryKey, (list) =>
        saved(list, milestone)?.sort((a, b) => a.amount - b.amount || a.id - b.id),
      );
      refresh(client, budget, "goals");
    },
    success: (_, { milestoneId }) => ({ title: milestoneId ? "Milestone updated" : "Milestone created" }),
    failure: (_, { milestoneId }) => tryAgain(milestoneId ? "update milestone" : "create milestone"),
  });
}

export function useDeleteMilestone(budget: Budget, goalId: Id) {
  return useChange({
    run: ({ milestoneId }: { milestoneId: Id }) =>
      call(goals.removeMilestone, { budget, params: { id: goalId, milestoneId } }),
    settle(client, _, { milestoneId }) {
      client.setQueryData(goalMilestones(budget, goalId).queryKey, (list) => without(list, milestoneId));
      refresh(client, budget, "goals");
    },
    success: () => ({ title: "Milestone deleted" }),
    failure: tryAgain("delete milestone"),
  });
}
