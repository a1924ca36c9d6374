import type { HousekeepingStore } from "@coffer/core/housekeeping-store";
import * as v from "valibot";
import { succeeds } from "./table/conditions.ts";
import type { Item, Key } from "./table/item.ts";
import { storedKey } from "./table/stored.ts";
import type { Table } from "./table/table.ts";

const POSITION: Key = { pk: "HOUSEKEEPING", sk: "PLACE" };
/** Megabytes read in a run: hourly runs see a gigabyte a day, for half a dollar a month. */
const PAGES = 40;

/**
 * The one place that scans, for an engine that does not delete by itself what has expired; DynamoDB does. Run by run
 * it goes through the table and begins again.
 */
export function createHousekeepingStore(table: Table): HousekeepingStore {
  /** Deletes it if it is still expired: it may have been renewed since it was read. */
  const remove = (key: Key, seconds: number): Promise<boolean> =>
    succeeds(() =>
      table.delete(key, {
        ConditionExpression: "expiresAt <= :now",
        ExpressionAttributeValues: { ":now": seconds },
      }),
    );

  return {
    async deleteExpired(now) {
      const seconds = Math.floor(now / 1000);
      const position = await table.get(POSITION);
      let from: Item | undefined = position && v.parse(v.object({ after: storedKey }), position).after;
      let deleted = 0;
      for (let read = 0; read < PAGES; read++) {
        const { items, next } = await table.scan({
          FilterExpression: "expiresAt <= :now",
          ExpressionAttributeValues: { ":now": seconds },
          ProjectionExpression: "pk, sk",
          ExclusiveStartKey: from,
        });
        for (const item of items) {
          if (await remove(v.parse(storedKey, item), seconds)) deleted += 1;
        }
        from = next;
        if (!from) break;
      }
      if (from) await table.put({ ...POSITION, after: from });
      else if (position) await table.delete(POSITION);
      return deleted;
    },
  };
}
