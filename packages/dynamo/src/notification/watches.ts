import type { WatchStore } from "@coffer/core/notification/daily-notices";
import * as v from "valibot";
import { userKey } from "../account/user-directory.ts";
import { userFromItem } from "../account/users.ts";
import { assign } from "../table/assign.ts";
import { PRESENT, succeeds } from "../table/conditions.ts";
import { inSchedule } from "../table/queries.ts";
import type { Table } from "../table/table.ts";
import { watchKey, watchPartition, watchSchedule } from "./watch-item.ts";

const storedDue = v.object({ userId: v.number() });
const storedVisit = v.object({ lastActiveAt: v.number() });

export function createWatchStore(table: Table): WatchStore {
  return {
    async *due(zone, day) {
      // "~" sorts after every id.
      for await (const page of table.pages(inSchedule(watchPartition(zone), `${day}#~`))) {
        for (const item of page) yield v.parse(storedDue, item).userId;
      }
    },

    async person(userId) {
      const item = await table.get(userKey(userId));
      return item && { user: userFromItem(item), lastActiveAt: v.parse(storedVisit, item).lastActiveAt };
    },

    async next(userId, zone, day) {
      const moved = assign(watchSchedule(userId, zone, day), PRESENT);
      await succeeds(() => table.update({ Key: watchKey(userId), ...moved }));
    },

    async stop(userId) {
      await table.delete(watchKey(userId));
    },
  };
}
