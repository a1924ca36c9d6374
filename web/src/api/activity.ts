import { activity } from "@coffer/contract/activity";
import type { ActivityEntry } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { Id } from "@coffer/domain/id";
import type { Month } from "@coffer/domain/time/month";
import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { call, type LedgerId, queryKey, send } from "./call.ts";
import type { Person } from "./people.ts";
import { undo } from "./undo-action.ts";

/** An entry with the person who made it, null for the daily job. */
export type ActivityItem = { entry: ActivityEntry; person: Person | null };

const limit = "100";

type ActivityFilter = { kind?: ActivityKind | undefined; by?: Id | "job" | undefined };

/** Newest first, a hundred a page. */
export function activityPages(ledgerId: LedgerId, filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: queryKey(ledgerId, "activity", JSON.stringify(filter)),
    async queryFn({ pageParam: before, signal }) {
      const query = { ...filter, limit, ...(before && { before }) };
      const { reply, next } = await send(activity.list, { ledgerId, query, signal });
      return { entries: reply.map(fromReply), next };
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

export async function activityAfter(ledgerId: LedgerId, after: string): Promise<ActivityItem[]> {
  return (await call(activity.list, { ledgerId, query: { after, limit } })).map(fromReply);
}

export async function newestActivity(ledgerId: LedgerId): Promise<ActivityItem | undefined> {
  const [newest] = await call(activity.list, { ledgerId, query: { limit: "1" } });
  return newest && fromReply(newest);
}

function fromReply(reply: InferOutput<typeof activity.list.reply>[number]): ActivityItem {
  const { by: person } = reply;
  return { entry: { ...reply, by: person?.id ?? null }, person };
}

/** Undoes a month's latest reset of its actuals; `resetAt` is its instant in milliseconds. */
export async function undoReset(client: QueryClient, ledgerId: LedgerId, month: Month, resetAt: number) {
  const id = await findReset(ledgerId, month, resetAt);
  if (id === undefined) throw new Error("no such reset");
  await undo(client, [{ id, ledgerId }]);
}

async function findReset(ledgerId: LedgerId, month: Month, resetAt: number): Promise<string | undefined> {
  let before: string | null | undefined;
  do {
    const query = { kind: "month" as const, limit, ...(before && { before }) };
    const part = await send(activity.list, { ledgerId, query });
    const found = part.reply.find(
      (entry) =>
        entry.kind === "month" &&
        entry.action === "reset" &&
        entry.undoneBy === null &&
        entry.after?.month === month &&
        entry.after.resetAt === resetAt,
    );
    if (found) return found.id;
    before = part.next;
  } while (before !== null);
  return undefined;
}
