import { goals } from "@coffer/contract/goal";
import type { Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { callQuery, type LedgerId, ONE_MINUTE, queryKey } from "./call.ts";

export const goalList = (ledgerId: LedgerId) =>
  callQuery(queryKey(ledgerId, "goals"), goals.list, { ledgerId }, { staleTime: ONE_MINUTE });

export const CONTRIBUTIONS_PAGE = 50;

/** Newest first: those before one of them, or the latest. Under the goals' key, so that invalidating goals invalidates these. */
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
