import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { Day } from "@coffer/domain/time/day";
import type { TimeZone } from "@coffer/domain/time/timezone";
import type { WorkPage } from "../pages.ts";

/** Somebody whose home budget was not looked at since a day. */
export type DueWatch = { userId: Id; since: Day };

/** Whose home budget is to be looked at on a local day. Everybody who visits is put there. */
export type WatchStore = {
  /** People of a zone whose day has come, and that day, from a position on, if any; the list may lag behind. */
  due(zone: TimeZone, day: Day, after?: string): AsyncIterable<WorkPage<DueWatch>>;
  /** The person, when they were last here (milliseconds), and since when they are due now; null without a watch. */
  person(userId: Id): Promise<{ user: User; lastActiveAt: number; since: Day | null } | undefined>;
  /** Does nothing for somebody whose watch was stopped. */
  next(userId: Id, zone: TimeZone, day: Day): Promise<void>;
  stop(userId: Id): Promise<void>;
};
