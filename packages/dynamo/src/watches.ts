import type { WatchStore } from "@coffer/core/daily-notices";
import * as v from "valibot";
import { PRESENT, succeeds } from "./conditions.ts";
import type { Table } from "./table.ts";
import { userKey } from "./user-directory.ts";
import { userFromItem } from "./users.ts";
import { watchKey, watchPartition, watchSchedule } from "./watch-item.ts";

const storedDue = v.object({ userId: v.number() });
const storedVisit = v.object({ lastActiveAt: v.number() });

export function createWatchStore(table: Table): WatchStore {
  return {
    async *due(zone, day) {
      const pages = table.pages({
        IndexName: "schedule",
        KeyConditionExpression: "schedulePk = :pk AND scheduleSk < :end",
        // "~" sorts after every id.
        ExpressionAttributeValues: { ":pk": watchPartition(zone), ":end": `${day}#~` },
      });
      for await (const page of pages) {
        for (const item of page) yield v.parse(storedDue, item).userId;
      }
    },

    async person(userId) {
      const item = await table.get(userKey(userId));
      return item && { user: userFromItem(item), lastActiveAt: v.parse(storedVisit, item).lastActiveAt };
    },

    async next(userId, zone, day) {
      const { schedulePk, scheduleSk } = watchSchedule(userId, zone, day);
      await succeeds(() =>
        table.update({
          Key: watchKey(userId),
          UpdateExpression: "SET schedulePk = :pk, scheduleSk = :sk",
          ExpressionAttributeValues: { ":pk": schedulePk, ":sk": scheduleSk },
          ...PRESENT,
        }),
      );
    },

    stop: async (userId) => void (await table.delete(watchKey(userId))),
  };
}
