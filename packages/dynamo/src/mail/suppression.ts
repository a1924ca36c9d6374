import type { SuppressionStore } from "@coffer/core/mail/suppression";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { userKey } from "../account/user-directory.ts";
import { type Item, type Key, userItemKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { assign, change, PRESENT, stillIs, succeeds } from "../table/writes.ts";

/** Lists all suppressed addresses, for the comparison after a restore. */
export const SUPPRESSED = "SUPPRESSED";
export const suppressedEntry = (address: string) => ({ directoryPk: SUPPRESSED, directorySk: address });
export const suppressedKey = (address: string): Key => ({ pk: `SUPPRESSED#${address}`, sk: SUPPRESSED });
export const bulkKey = (userId: Id) => userItemKey(userId, "BULK_MAIL");

const storedReason = v.object({ reason: v.picklist(["bounce", "complaint"]) });
const storedBulk = v.object({ secret: v.string(), unsubscribedAt: v.optional(v.number()) });
/** True if a user has unsubscribed from mail to all; `item` is the one under their `bulkKey`. */
export const isUnsubscribed = (item: Item | undefined): boolean =>
  item !== undefined && v.parse(v.pick(storedBulk, ["unsubscribedAt"]), item).unsubscribedAt !== undefined;

export function createSuppressionStore(table: Table): SuppressionStore {
  return {
    reasonFor: async (address) =>
      (await table.find(suppressedKey(address), v.parser(storedReason)))?.reason ?? null,

    suppress: (address, reason, now) =>
      table.put({ ...suppressedKey(address), ...suppressedEntry(address), reason, since: now }),

    lift: (address) => succeeds(table.delete(suppressedKey(address), PRESENT)),

    async bulkMail(userId, fresh) {
      const key = bulkKey(userId);
      const found = await table.get(key);
      const item = found?.secret
        ? found
        : await table.update(change(key, "SET secret = if_not_exists(secret, :fresh)", { fresh }));
      const { secret, unsubscribedAt } = v.parse(storedBulk, item);
      return { secret, unsubscribed: unsubscribedAt !== undefined };
    },

    unsubscribe(userId, secret, now) {
      const noSummary =
        "SET emailNotifications = :off, notifyBy = :product REMOVE schedulePk, scheduleSk ADD revision :one";
      const values = { off: false, product: "product", one: 1 };
      return table.tryTransact([
        { Update: assign(bulkKey(userId), { unsubscribedAt: now }, stillIs("secret", secret)) },
        { Update: change(userKey(userId), noSummary, values, PRESENT) },
      ]);
    },
  };
}
