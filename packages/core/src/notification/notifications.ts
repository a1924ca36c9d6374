import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { isWanted } from "@coffer/domain/notification/choices";
import type { Notice, Notification } from "@coffer/domain/notification/notification";
import type { Day } from "@coffer/domain/time/day";
import type { TimeZone } from "@coffer/domain/time/timezone";
import type { Env } from "../env.ts";
import { jobId } from "../mail/email-kinds.ts";
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

type About = {
  /** The budget that the notice is about and its link opens; the user's own if omitted. */
  ownerId?: Id;
  /** True if another mail already says it. */
  hasOwnMail?: boolean;
  /** The text of its mail if that covers several notices. */
  mailed?: Pick<Notice, "text" | "subject" | "link"> | undefined;
};

/** The notification with its mail; null if the user does not want that kind. */
export function notificationFor(
  { clock, origin }: Pick<Env, "clock" | "origin">,
  user: User,
  notice: Notice,
  { ownerId, hasOwnMail = false, mailed }: About = {},
): NewNotification | null {
  const { id: userId, email: to, firstName } = user;
  const { id, kind, text } = notice;
  if (!isWanted(kind, user)) return null;
  const linkOf = (link: string) =>
    ownerId === undefined || ownerId === userId ? link : linkInto(link, ownerId);
  const link = linkOf(notice.link);
  const at = clock();
  const notification = { id, kind, text, link, at, read: false };
  if (user.notifyBy !== "mail" || !user.emailVerified || hasOwnMail)
    return { userId, notification, mail: null };
  const said = mailed ?? notice;
  const mail = {
    kind: "notice",
    to,
    firstName,
    about: kind,
    text: said.text,
    subject: said.subject,
    link: `${origin}${linkOf(said.link)}`,
  } as const;
  // The id has user and subject, so that retries and parallel workers mail it once.
  const job = { id: jobId("notice", `notice-${userId}-${id}`), mail, createdAt: at, userId };
  return { userId, notification, mail: job };
}

/** Notifies a user. False if they do not want that kind, or were notified of it before. */
export async function notify(
  { notifications }: { notifications: Pick<NotificationStore, "add"> },
  ...given: Parameters<typeof notificationFor>
): Promise<boolean> {
  const notification = notificationFor(...given);
  return notification !== null && notifications.add(notification);
}

const linkInto = (link: string, ownerId: Id) => `${link}${link.includes("?") ? "&" : "?"}budget=${ownerId}`;

export function createNotifications(stores: { notifications: NotificationStore }) {
  return {
    list: ({ id }: User): Promise<Notification[]> => stores.notifications.list(id),

    async markRead({ id }: User, which: { ids: readonly string[] } | "all"): Promise<void> {
      const ids =
        which === "all"
          ? (await stores.notifications.list(id)).filter(({ read }) => !read).map((one) => one.id)
          : which.ids;
      await stores.notifications.markRead(id, ids);
    },
  };
}
