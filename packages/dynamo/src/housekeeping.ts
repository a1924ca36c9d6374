import type { Stores } from "@coffer/core/stores";
import * as v from "valibot";
import { type Item, type Key, storedKey } from "./table/item.ts";
import type { Table } from "./table/table.ts";
import { filtered, succeeds, when } from "./table/writes.ts";

const POSITION: Key = { pk: "HOUSEKEEPING", sk: "PLACE" };
const storedPosition = v.object({ after: storedKey });
/** Pages (of a megabyte) read in a run: hourly runs read a gigabyte a day, for half a dollar a month. */
const PAGES = 40;

/**
 * Deletes expired items for an engine that does not do so itself, as DynamoDB does. Each run scans the next part of the
 * table; after the last it starts again.
 */
export function createHousekeepingStore(table: Table): Stores["housekeeping"] {
  return {
    async deleteExpired(now) {
      const isExpired = when("expiresAt <= :now", { now: Math.floor(now / 1000) });
      const position = await table.find(POSITION, v.parser(storedPosition));
      let from: Item | undefined = position?.after;
      let deleted = 0;
      for (let read = 0; read < PAGES; read++) {
        const keys = { ProjectionExpression: "pk, sk", ExclusiveStartKey: from };
        const { items, next } = await table.scan(filtered(keys, isExpired));
        // Conditional, as the item may have been renewed since it was read.
        for (const key of items.map(v.parser(storedKey)))
          if (await succeeds(table.delete(key, isExpired))) deleted += 1;
        from = next;
        if (!from) break;
      }
      if (from) await table.put({ ...POSITION, after: from });
      else if (position) await table.delete(POSITION);
      return deleted;
    },
  };
}
