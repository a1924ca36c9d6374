import type { QuotaStore } from "@coffer/core/quota";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { inPartition, ledgerPartition, userItemKey } from "./table/item.ts";
import type { Table } from "./table/table.ts";
import { ABSENT, change, stillIs, succeeds, unlessFailed, when } from "./table/writes.ts";

/** In the owner's partition and not in the ledger's, which is exported. */
const rowsKey = (ownerId: Id) => userItemKey(ownerId, "ROWS");
const storedEntries = v.object({ entries: v.number(), guestEntries: v.number() });
const stored = v.object({ total: v.number(), day: v.number(), today: v.number() });

export function createQuotaStore(table: Table): QuotaStore {
  return {
    read: (ownerId) => table.find(rowsKey(ownerId), v.parser(stored)),

    add(ownerId, day, rows, most) {
      const hasRoom = when("#day = :day AND today <= :room AND #total <= :roomInAll", {
        day,
        room: most.today - rows,
        roomInAll: most.total - rows,
      });
      return succeeds(
        table.update(change(rowsKey(ownerId), "ADD today :rows, #total :rows", { rows }, hasRoom)),
      );
    },

    async addEntries(ownerId, day, { all, byGuests }) {
      const isDay = when("#day = :day", { day });
      const add = change(
        rowsKey(ownerId),
        "ADD entries :all, guestEntries :byGuests",
        { all, byGuests },
        isDay,
      );
      return unlessFailed(
        table.update(add).then((item) => {
          const { entries, guestEntries } = v.parse(storedEntries, item);
          return { all: entries, byGuests: guestEntries };
        }),
        () => undefined,
      );
    },

    begin: (ownerId, before, after) =>
      succeeds(table.put({ ...rowsKey(ownerId), ...after }, before ? stillIs("day", before.day) : ABSENT)),

    count: (ownerId, most) => table.count({ ...inPartition(ledgerPartition(ownerId)), Limit: most }),
  };
}
