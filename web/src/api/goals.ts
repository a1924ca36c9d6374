import { goals } from "@coffer/contract/goal";
import type { Contribution, Goal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { type LedgerId, ONE_MINUTE, queryKey } from "./query-key.ts";

export function goalList(ledgerId: LedgerId) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "goals"),
    queryFn: ({ signal }): Promise<Goal[]> => call(goals.list, { ledgerId, signal }),
    staleTime: ONE_MINUTE,
  });
}

export const CONTRIBUTIONS_PAGE = 50;

/** Newest first: those before one of them, or the latest. Under the goals' key, so that invalidating goals invalidates these. */
export function goalContributions(ledgerId: LedgerId, goalId: Id, before?: Id) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "goals", goalId, "contributions", before ?? 0),
    queryFn: ({ signal }): Promise<Omit<Contribution, "goalId">[]> =>
      call(goals.contributions, {
        ledgerId,
        params: { id: goalId },
        query: before === undefined ? {} : { before: String(before) },
        signal,
      }),
    staleTime: ONE_MINUTE,
  });
}
