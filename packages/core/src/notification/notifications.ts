import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { isWanted } from "@coffer/domain/notification/choices";
import type { Notice, Notification } from "@coffer/domain/notification/notification";
import type { Env } from "../env.ts";
import { jobId } from "../mail/email-kinds.ts";
import type { NewNotification, NotificationStore } from "./notification-store.ts";

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
