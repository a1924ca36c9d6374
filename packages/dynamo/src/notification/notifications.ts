import type { SecurityWrites } from "@coffer/core/account/account-store";
import type { NewNotification, NotificationStore } from "@coffer/core/notification/notifications";
import type { User } from "@coffer/domain/account/user";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { MAX_NOTIFICATIONS } from "@coffer/domain/notification/choices";
import { notification } from "@coffer/domain/notification/definition";
import { DAY_MS, type Day } from "@coffer/domain/time/day";
import { type TimeZone, today } from "@coffer/domain/time/timezone";
import * as v from "valibot";
import { outboxPut } from "../mail/outbox-item.ts";
import { idText, inPartition, ttl, userItemKey, userPartition, type WriteInput } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, assign, AT_ONCE as MOST_WRITES, put, succeeds, when } from "../table/writes.ts";

export const NOTICE_PREFIX = "NOTICE#";
const noticeKey = (userId: Id, id: string) => userItemKey(userId, `${NOTICE_PREFIX}${id}`);
/** Longer than a month, so that a monthly notice is not repeated. */
const LIFETIME_MS = 62 * DAY_MS;
const AT_ONCE = 25;

const storedNotified = v.object({ id: v.string(), at: v.number(), date: v.optional(v.string()) });

/** `date` orders the list. An item without it is not listed, and only records that the user was notified. */
const toItem = ({ userId, notification }: NewNotification) => ({
  ...noticeKey(userId, notification.id),
  date: `${new Date(notification.at).toISOString()}#${notification.id}`,
  ...notification,
});
const LISTED = when("attribute_exists(#date)");

const mailOf = ({ mail }: NewNotification): WriteInput[] => (mail ? [outboxPut(mail)] : []);

/** The writes that notify a user, for the transaction of a change that happens only once. */
export const notificationWrites = (added: NewNotification | null): WriteInput[] =>
  added ? [put(toItem(added)), ...mailOf(added)] : [];

/**
 * Makes the writes and, in the same transaction, the notifications (a group of writes for each user). Those that exceed
 * the size of a transaction, some thirty users with their mail, follow in their own transactions.
 */
export async function transactAndTell(
  table: Pick<Table, "transact">,
  writes: readonly WriteInput[],
  told: readonly (readonly WriteInput[])[],
): Promise<void> {
  const together = [...writes];
  const behind: WriteInput[][] = [];
  for (const group of told) {
    if (together.length + group.length <= MOST_WRITES) together.push(...group);
    else behind.push([...group]);
  }
  await table.transact(together);
  for (const group of behind) await table.transact(group);
}

export const securityWrites = (told: Partial<SecurityWrites> = {}): WriteInput[] => [
  ...(told.mail ? [outboxPut(told.mail)] : []),
  ...notificationWrites(told.notification ?? null),
];

export const watchKey = (userId: Id) => userItemKey(userId, "WATCH");

/** A partition for each time zone, so that a run reads only zones where it is morning. */
export const watchPartition = (zone: TimeZone): string => `WATCH#${zone}`;

export const watchSchedule = (userId: Id, zone: TimeZone, day: Day) => ({
  schedulePk: watchPartition(zone),
  scheduleSk: `${day}#${idText(userId)}`,
});

/** Schedules a user for the daily job from today on; `now` in milliseconds. */
export const watchItem = ({ id, timeZone }: Pick<User, "id" | "timeZone">, now: number) => ({
  ...watchKey(id),
  userId: id,
  ...watchSchedule(id, timeZone, today(now, timeZone)),
});

export function createNotificationStore(table: Table): NotificationStore {
  /** Removes a notification from the list, but keeps the record that the user was notified. */
  const unlist = (userId: Id, { id, at }: { id: string; at: number }) => {
    const values = { expiresAt: ttl(at + LIFETIME_MS) };
    return table.update(assign(noticeKey(userId, id), values, undefined, ["date", "text", "link"]));
  };

  return {
    async list(userId) {
      const newestFirst = { IndexName: "byDate", ScanIndexForward: false, Limit: MAX_NOTIFICATIONS } as const;
      const { items } = await table.page({ ...inPartition(userPartition(userId)), ...newestFirst });
      return readEach(items, v.parser(notification));
    },

    async add(added) {
      // Common for a category that is over its plan already; a read costs a quarter of a failed write.
      if (await table.get(noticeKey(added.userId, added.notification.id))) return false;
      return table.tryTransact([put(toItem(added), ABSENT), ...mailOf(added)]);
    },

    async notifiedIds(userId) {
      const items = await table.list(userPartition(userId), NOTICE_PREFIX);
      const notified = items.map(v.parser(storedNotified));
      const listed = notified
        .filter(({ date }) => date !== undefined)
        .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
      for (const batch of inBatches(listed.slice(MAX_NOTIFICATIONS), AT_ONCE))
        await Promise.all(batch.map((old) => unlist(userId, old)));
      return new Set(notified.map(({ id }) => id));
    },

    async markRead(userId, ids) {
      const mark = (id: string) =>
        succeeds(table.update(assign(noticeKey(userId, id), { read: true }, LISTED)));
      for (const batch of inBatches(ids, AT_ONCE)) await Promise.all(batch.map(mark));
    },
  };
}
