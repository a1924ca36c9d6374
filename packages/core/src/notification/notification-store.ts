import type { Id } from "@coffer/domain/id";
import type { Notification } from "@coffer/domain/notification/notification";
import type { EmailJob } from "../mail/outbox.ts";

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
