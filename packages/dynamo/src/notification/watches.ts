import type { DueWatch, WatchStore } from "@coffer/core/notification/notification-store";
import * as v from "valibot";
import { userKey } from "../account/user-directory.ts";
import { userFromItem } from "../account/users.ts";
import type { Item } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { scheduledDay, workPages } from "../table/work-pages.ts";
import { assign, PRESENT, succeeds } from "../table/writes.ts";
import { watchKey, watchPartition, watchSchedule } from "./notifications.ts";

const storedDue = v.object({ userId: v.number(), scheduleSk: scheduledDay });
function dueFromItem(item: Item): DueWatch {
  const { userId, scheduleSk: since } = v.parse(storedDue, item);
  return { userId, since };
}
const storedVisit = v.object({ lastActiveAt: v.number() });

export function createWatchStore(table: Table): WatchStore {
  return {
    due: (zone, day, after) => workPages(table, [watchPartition(zone)], `${day}#~`, after, dueFromItem),

    async person(userId) {
      const [item, watch] = await table.getMany([userKey(userId), watchKey(userId)]);
      if (!item) return undefined;
      const { lastActiveAt } = v.parse(storedVisit, item);
      return { user: userFromItem(item), lastActiveAt, since: watch ? dueFromItem(watch).since : null };
    },

    async next(userId, zone, day) {
      const moved = watchSchedule(userId, zone, day);
      await succeeds(table.update(assign(watchKey(userId), moved, PRESENT)));
    },

    stop: (userId) => table.delete(watchKey(userId)),
  };
}
