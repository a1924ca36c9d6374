import type { SecurityWrites } from "@coffer/core/account/account-store";
import type { NewNotification, NotificationStore } from "@coffer/core/notification/notification-store";
import type { User } from "@coffer/domain/account/user";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { MAX_NOTIFICATIONS } from "@coffer/domain/notification/choices";
import { notification } from "@coffer/domain/notification/definition";
import type { Day } from "@coffer/domain/time/day";
import { DAY_MS } from "@coffer/domain/time/duration";
import { type TimeZone, today } from "@coffer/domain/time/timezone";
import * as v from "valibot";
import { outboxPut } from "../mail/outbox-item.ts";
import { idText, inPartition, ttl, userItemKey, userPartition, type WriteInput } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import { AT_ONCE as MOST_WRITES, type Table } from "../table/table.ts";
import { ABSENT, assign, put, succeeds, when } from "../table/writes.ts";

export const NOTICE_PREFIX = "NOTICE#";
const noticeKey = (userId: Id, id: string) => userItemKey(userId, `${NOTICE_PREFIX}${id}`);
/** Longer than a month: what people are notified of once a month is not repeated. */
const LIFETIME_MS = 62 * DAY_MS;
const AT_ONCE = 25;

const storedNotified = v.object({ id: v.string(), at: v.number(), date: v.optional(v.string()) });

/** `date` orders the list; an item without it is no longer listed, and only says that the person was notified. */
const toItem = ({ userId, notification }: NewNotification) => ({
  ...noticeKey(userId, notification.id),
  date: `${new Date(notification.at).toISOString()}#${notification.id}`,
  ...notification,
});
const LISTED = when("attribute_exists(#date)");

const mailOf = ({ mail }: NewNotification): WriteInput[] => (mail ? [outboxPut(mail)] : []);

/** The writes that notify a person of a change, if they want that, in the transaction of a change that happens once. */
export const notificationWrites = (added: NewNotification | null): WriteInput[] =>
  added ? [put(toItem(added)), ...mailOf(added)] : [];

/**
 * Makes the writes and, in the same transaction, those that tell people of it: a group a person. What is beyond the
 * size of a transaction, some thirty people with their mail, is told behind it.
 */
export async function transactAndTell(
  table: Table,
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

/** By zone, so that a run reads only those whose morning it is. */
export const watchPartition = (zone: TimeZone): string => `WATCH#${zone}`;

export const watchSchedule = (userId: Id, zone: TimeZone, day: Day) => ({
  schedulePk: watchPartition(zone),
  scheduleSk: `${day}#${idText(userId)}`,
});

/** Has the daily job look after somebody from today on; `now` in milliseconds. */
export const watchItem = ({ id, timeZone }: Pick<User, "id" | "timeZone">, now: number) => ({
  ...watchKey(id),
  userId: id,
  ...watchSchedule(id, timeZone, today(now, timeZone)),
});

export function createNotificationStore(table: Table): NotificationStore {
  /** Removes a notification from the list; that the person was notified of it stays. */
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
      // The usual case of a category that is over its plan already; a read costs a quarter of a refused write.
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
