import type { SecurityWrites } from "@coffer/core/account/account-store";
import type { SecondFactorStore } from "@coffer/core/account/sign-in-stores";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { outboxPut } from "../mail/outbox-item.ts";
import { notificationWrites } from "../notification/notifications.ts";
import { ABSENT, stillIs } from "../table/conditions.ts";
import { userItemKey, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";

const factorKey = (userId: Id) => userItemKey(userId, "SECOND_FACTOR");

const stored = v.object({
  secret: v.string(),
  confirmed: v.boolean(),
  lastStep: v.number(),
  recovery: v.array(v.string()),
  goesAt: v.nullable(v.number()),
  revision: v.number(),
});

/** The writes that tell a person of a change to their account. */
export const securityWrites = ({ mail, notification }: SecurityWrites): WriteInput[] => [
  outboxPut(mail),
  ...(notification ? notificationWrites(notification) : []),
];

export function createSecondFactorStore(table: Table): SecondFactorStore {
  return {
    async get(userId) {
      const item = await table.get(factorKey(userId));
      return item && v.parse(stored, item);
    },

    async save(userId, before, after, writes) {
      if (!before && !after) return true;
      const Key = factorKey(userId);
      const unchanged = before ? stillIs("revision", before.revision) : ABSENT;
      return table.tryTransact([
        after ? { Put: { Item: { ...Key, ...after }, ...unchanged } } : { Delete: { Key, ...unchanged } },
        ...(writes ? securityWrites(writes) : []),
      ]);
    },
  };
}
