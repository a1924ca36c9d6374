import type { DueWatch, WatchStore } from "@coffer/core/notification/notifications";
import * as v from "valibot";
import { userKey } from "../account/user-directory.ts";
import { userFromItem } from "../account/users.ts";
import { createIndex } from "../table/indexes.ts";
import type { Table } from "../table/table.ts";
import { dayOfKey, workPages } from "../table/work-pages.ts";
import { assign, PRESENT, succeeds } from "../table/writes.ts";
import { watchKey, watchPartition, watchSchedule } from "./notifications.ts";

const watchEntries = { userId: v.number(), scheduleSk: v.string() };
const storedWatch = v.object(watchEntries);
const scheduled = createIndex("schedule", watchEntries);
const dueOf = ({ userId, scheduleSk }: v.InferOutput<typeof storedWatch>): DueWatch => {
  return { userId, since: dayOfKey(scheduleSk) };
};
const storedVisit = v.object({ lastActiveAt: v.number() });

export function createWatchStore(table: Table): WatchStore {
  return {
    due(zone, day, after) {
      const where = { partitions: [watchPartition(zone)], before: `${day}#~`, after };
      return workPages(table, scheduled, where, dueOf);
    },

    async person(userId) {
      const [item, watch] = await table.getMany([userKey(userId), watchKey(userId)]);
      if (!item) return undefined;
      const { lastActiveAt } = v.parse(storedVisit, item);
      return {
        user: userFromItem(item),
        lastActiveAt,
        since: watch ? dueOf(v.parse(storedWatch, watch)).since : null,
      };
    },

    async next(userId, zone, day) {
      const moved = watchSchedule(userId, zone, day);
      await succeeds(table.update(assign(watchKey(userId), moved, PRESENT)));
    },

    stop: (userId) => table.delete(watchKey(userId)),
  };
}
