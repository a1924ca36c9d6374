import { activity } from "@coffer/contract/activity";
import type { ActivityEntry } from "@coffer/domain/activity/activity";
import type { InferOutput } from "valibot";
import { call } from "./call.ts";
import type { Person } from "./people.ts";
import type { LedgerId } from "./query-key.ts";

/** An entry with the person who made it, null for the daily job. */
export type ActivityItem = { entry: ActivityEntry; person: Person | null };

export const ACTIVITY_PAGE = 100;

/** Changes after an entry, the newest first. */
export async function activityAfter(ledgerId: LedgerId, after: string): Promise<ActivityItem[]> {
  return (await call(activity.list, { ledgerId, query: { after, limit: String(ACTIVITY_PAGE) } })).map(
    fromReply,
  );
}

export async function newestActivity(ledgerId: LedgerId): Promise<ActivityItem | undefined> {
  const [newest] = await call(activity.list, { ledgerId, query: { limit: "1" } });
  return newest && fromReply(newest);
}

type Reply = InferOutput<typeof activity.list.reply>[number];

export function fromReply(reply: Reply): ActivityItem {
  const { by: person } = reply;
  return { entry: { ...reply, by: person?.id ?? null }, person };
}
