import type { SecondFactorStore } from "@coffer/core/account/sign-in-stores";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { securityWrites } from "../notification/notifications.ts";
import { userItemKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, put, remove, stillIs } from "../table/writes.ts";

export const factorKey = (userId: Id) => userItemKey(userId, "SECOND_FACTOR");

const stored = v.object({
  secret: v.string(),
  confirmed: v.boolean(),
  lastStep: v.number(),
  recovery: v.array(v.string()),
  goesAt: v.nullable(v.number()),
  revision: v.number(),
});

export function createSecondFactorStore(table: Table): SecondFactorStore {
  return {
    get: (userId) => table.find(factorKey(userId), v.parser(stored)),

    async save(userId, before, after, writes) {
      if (!before && !after) return true;
      const key = factorKey(userId);
      const unchanged = before ? stillIs("revision", before.revision) : ABSENT;
      return table.tryTransact([
        after ? put({ ...key, ...after }, unchanged) : remove(key, unchanged),
        ...securityWrites(writes),
      ]);
    },
  };
}
