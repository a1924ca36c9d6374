import type { SuppressionStore } from "@coffer/core/mail/suppression";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { userKey } from "../account/user-directory.ts";
import { assign, PRESENT, stillIs } from "../table/conditions.ts";
import { type Item, type Key, userItemKey, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";

export const suppressedKey = (address: string): Key => ({ pk: `SUPPRESSED#${address}`, sk: "SUPPRESSED" });
export const bulkKey = (userId: Id) => userItemKey(userId, "BULK_MAIL");

const storedReason = v.object({ reason: v.picklist(["bounce", "complaint"]) });
const storedBulk = v.object({ secret: v.string(), unsubscribedAt: v.optional(v.number()) });
/** True where a user takes no more mail to all; `item` is what stands under their `bulkKey`. */
export const isUnsubscribed = (item: Item | undefined): boolean =>
  item !== undefined && v.parse(v.pick(storedBulk, ["unsubscribedAt"]), item).unsubscribedAt !== undefined;

const bulkFrom = (item: Item) => {
  const { secret, unsubscribedAt } = v.parse(storedBulk, item);
  return { secret, unsubscribed: unsubscribedAt !== undefined };
};

export function createSuppressionStore(table: Table): SuppressionStore {
  return {
    async reasonFor(address) {
      const item = await table.get(suppressedKey(address));
      return item ? v.parse(storedReason, item).reason : null;
    },

    suppress: (address, reason, now) => table.put({ ...suppressedKey(address), reason, since: now }),

    async bulkMail(userId, fresh) {
      const item = await table.get(bulkKey(userId));
      if (item?.secret) return bulkFrom(item);
      return bulkFrom(
        await table.update({
          Key: bulkKey(userId),
          UpdateExpression: "SET secret = if_not_exists(secret, :fresh)",
          ExpressionAttributeValues: { ":fresh": fresh },
        }),
      );
    },

    unsubscribe(userId, secret, now) {
      const announcements = {
        Update: { Key: bulkKey(userId), ...assign({ unsubscribedAt: now }, stillIs("secret", secret)) },
      };
      const summary: WriteInput = {
        Update: {
          Key: userKey(userId),
          UpdateExpression:
            "SET emailNotifications = :off, notifyBy = :product REMOVE schedulePk, scheduleSk ADD revision :one",
          ExpressionAttributeValues: { ":off": false, ":product": "product", ":one": 1 },
          ...PRESENT,
        },
      };
      return table.tryTransact([announcements, summary]);
    },
  };
}
