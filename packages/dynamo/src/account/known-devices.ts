import type { KnownDeviceStore } from "@coffer/core/account/sign-in-stores";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { outboxPut } from "../mail/outbox-item.ts";
import { notificationWrites } from "../notification/notifications.ts";
import { ABSENT, stillIs } from "../table/conditions.ts";
import { userItemKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";

const knownKey = (userId: Id) => userItemKey(userId, "KNOWN_DEVICES");
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
      return table.tryTransact([put, ...(mail ? [outboxPut(mail)] : []), ...notifications]);
    },
  };
}
