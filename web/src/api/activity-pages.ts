import { activity } from "@coffer/contract/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { Id } from "@coffer/domain/id";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { ACTIVITY_PAGE, fromReply } from "./activity.ts";
import { send } from "./call.ts";
import { type LedgerId, queryKey } from "./query-key.ts";

type ActivityFilter = { kind?: ActivityKind | undefined; by?: Id | "job" | undefined };

/** The newest first, a hundred at a time. */
export function activityPages(ledgerId: LedgerId, filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: queryKey(ledgerId, "activity", JSON.stringify(filter)),
    async queryFn({ pageParam: before, signal }) {
      const query = { ...filter, limit: String(ACTIVITY_PAGE), ...(before && { before }) };
      const { reply, next } = await send(activity.list, { ledgerId, query, signal });
      return { entries: reply.map(fromReply), next };
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}
