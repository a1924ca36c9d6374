import type { QuotaStore } from "@coffer/core/quota";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { ABSENT, stillIs, succeeds } from "./table/conditions.ts";
import { ledgerPartition, userItemKey } from "./table/item.ts";
import type { Table } from "./table/table.ts";

/** In the owner's own partition: an export takes the budget's alone. */
const rowsKey = (ownerId: Id) => userItemKey(ownerId, "ROWS");
const stored = v.object({ total: v.number(), day: v.number(), today: v.number() });

export function createQuotaStore(table: Table): QuotaStore {
  return {
    async read(ownerId) {
      const item = await table.get(rowsKey(ownerId));
      return item && v.parse(stored, item);
    },

    add: (ownerId, day, rows, most) =>
      succeeds(() =>
        table.update({
          Key: rowsKey(ownerId),
          UpdateExpression: "ADD today :rows, #total :rows",
          ConditionExpression: "#day = :day AND today <= :room AND #total <= :roomInAll",
          ExpressionAttributeNames: { "#day": "day", "#total": "total" },
          ExpressionAttributeValues: {
            ":rows": rows,
            ":day": day,
            ":room": most.today - rows,
            ":roomInAll": most.total - rows,
          },
        }),
      ),

    begin: (ownerId, before, after) =>
      succeeds(() =>
        table.put({ ...rowsKey(ownerId), ...after }, before ? stillIs("day", before.day) : ABSENT),
      ),

    count: (ownerId, most) =>
      table.count({
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": ledgerPartition(ownerId) },
        Limit: most,
      }),
  };
}
