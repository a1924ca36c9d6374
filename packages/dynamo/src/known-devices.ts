import type { KnownDeviceStore } from "@coffer/core/known-devices";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { ABSENT, stillIs, succeeds } from "./conditions.ts";
import type { Key } from "./item.ts";
import { userPartition } from "./keys.ts";
import { notificationWrites } from "./notifications.ts";
import { outboxPut } from "./outbox.ts";
import type { Table } from "./table.ts";

const knownKey = (userId: Id): Key => ({ pk: userPartition(userId), sk: "KNOWN_DEVICES" });
const stored = v.object({ hashes: v.array(v.string()), revision: v.number() });

export function createKnownDeviceStore(table: Table): KnownDeviceStore {
  return {
    async read(userId) {
      const item = await table.get(knownKey(userId));
      return item ? v.parse(stored, item) : { hashes: [], revision: 0 };
    },

    save(userId, { revision }, hashes, { mail, notification }) {
      const Item = { ...knownKey(userId), hashes, revision: revision + 1 };
      const put = { Put: { Item, ...(revision === 0 ? ABSENT : stillIs("revision", revision)) } };
      const notifications = notification ? notificationWrites(notification) : [];
      return succeeds(() => table.transact([put, ...(mail ? [outboxPut(mail)] : []), ...notifications]));
    },
  };
}
