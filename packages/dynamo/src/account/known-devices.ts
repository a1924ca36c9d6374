import type { KnownDeviceStore } from "@coffer/core/account/sign-in-stores";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { securityWrites } from "../notification/notifications.ts";
import { userItemKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, put, stillIs } from "../table/writes.ts";

const knownKey = (userId: Id) => userItemKey(userId, "KNOWN_DEVICES");
const stored = v.object({ hashes: v.array(v.string()), revision: v.number() });

export function createKnownDeviceStore(table: Table): KnownDeviceStore {
  return {
    read: async (userId) =>
      (await table.find(knownKey(userId), v.parser(stored))) ?? { hashes: [], revision: 0 },

    save(userId, { revision }, hashes, writes) {
      const unchanged = revision === 0 ? ABSENT : stillIs("revision", revision);
      return table.tryTransact([
        put({ ...knownKey(userId), hashes, revision: revision + 1 }, unchanged),
        ...securityWrites(writes),
      ]);
    },
  };
}
