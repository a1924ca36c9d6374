import type { SecondFactorStore } from "@coffer/core/account/sign-in-stores";
import * as v from "valibot";
import { securityWrites } from "../notification/notifications.ts";
import type { Table } from "../table/table.ts";
import { put, remove, stillIs } from "../table/writes.ts";
import type { Credentials } from "./credentials.ts";

export const SECOND_FACTOR = "SECOND_FACTOR";

const stored = v.object({
  secret: v.string(),
  confirmed: v.boolean(),
  lastStep: v.number(),
  recovery: v.array(v.string()),
  goesAt: v.nullable(v.number()),
  revision: v.number(),
});

export function createSecondFactorStore(table: Table, credentials: Credentials): SecondFactorStore {
  return {
    get: (userId) => credentials.find(userId, SECOND_FACTOR, v.parser(stored)),

    async save(userId, before, after, writes) {
      const told = securityWrites(writes);
      if (!before)
        return !after || table.tryTransact([...credentials.creation(userId, SECOND_FACTOR, after), ...told]);
      const unchanged = stillIs("revision", before.revision);
      return credentials.change(userId, SECOND_FACTOR, (key) =>
        table.tryTransact([after ? put({ ...key, ...after }, unchanged) : remove(key, unchanged), ...told]),
      );
    },
  };
}
