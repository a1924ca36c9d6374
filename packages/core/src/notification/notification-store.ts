import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { Notification } from "@coffer/domain/notification/notification";
import type { Day } from "@coffer/domain/time/day";
import type { TimeZone } from "@coffer/domain/time/timezone";
import type { EmailJob } from "../mail/outbox.ts";
import type { WorkPage } from "../pages.ts";

export type NewNotification = { userId: Id; notification: Notification; mail: EmailJob | null };

export type NotificationStore = {
  /** At most MAX_NOTIFICATIONS, the newest first. */
  list(userId: Id): Promise<Notification[]>;
  /** False if the user was notified of it before, even if it is no longer listed. */
  add(notification: NewNotification): Promise<boolean>;
  /** Ids of all notifications of the user. Also removes those beyond the newest MAX_NOTIFICATIONS from the list. */
  notifiedIds(userId: Id): Promise<ReadonlySet<string>>;
  markRead(userId: Id, ids: readonly string[]): Promise<void>;
};

export type DueWatch = { userId: Id; since: Day };

/** Schedules the daily check of each user's home budget by local day. Every visit puts the user on the schedule. */
export type WatchStore = {
  /** Due users in pages, after a position if one is given; eventually consistent. */
  due(zone: TimeZone, day: Day, after?: string): AsyncIterable<WorkPage<DueWatch>>;
  /** The user, their last visit (milliseconds), and the day since which they are due; null if not scheduled. */
  person(userId: Id): Promise<{ user: User; lastActiveAt: number; since: Day | null } | undefined>;
  next(userId: Id, zone: TimeZone, day: Day): Promise<void>;
  stop(userId: Id): Promise<void>;
};
