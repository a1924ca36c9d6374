import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { Notification } from "@coffer/domain/notification/notification";
import type { Day } from "@coffer/domain/time/day";
import type { TimeZone } from "@coffer/domain/time/timezone";
import type { EmailJob } from "../mail/outbox.ts";
import type { WorkPage } from "../pages.ts";

export type NewNotification = { userId: Id; notification: Notification; mail: EmailJob | null };

export type NotificationStore = {
  /** The newest first, MAX_NOTIFICATIONS at most. */
  list(userId: Id): Promise<Notification[]>;
  /** False where the person was notified of it before, also of one that is no longer listed. */
  add(notification: NewNotification): Promise<boolean>;
  /** Ids of all that the person was notified of; takes what is older than the newest MAX_NOTIFICATIONS off the list. */
  notifiedIds(userId: Id): Promise<ReadonlySet<string>>;
  markRead(userId: Id, ids: readonly string[]): Promise<void>;
};

export type DueWatch = { userId: Id; since: Day };

/** Whose home budget is to be looked at on a local day. Everybody who visits is put there. */
export type WatchStore = {
  /** From a position on, if any; the list may lag behind. */
  due(zone: TimeZone, day: Day, after?: string): AsyncIterable<WorkPage<DueWatch>>;
  /** The person, when they were last here (milliseconds), and since when they are due now; null without a watch. */
  person(userId: Id): Promise<{ user: User; lastActiveAt: number; since: Day | null } | undefined>;
  next(userId: Id, zone: TimeZone, day: Day): Promise<void>;
  stop(userId: Id): Promise<void>;
};
