import type { StoredSubscription } from "@coffer/core/ledger/ledger";
import type { SubscriptionStore } from "@coffer/core/subscription/subscription-store";
import { storedOf } from "@coffer/domain/definition/kind";
import { storedDay } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { subscription } from "@coffer/domain/subscription/definition";
import { nextJobDay, type Subscription } from "@coffer/domain/subscription/subscription";
import { hash } from "@coffer/domain/text/hash";
import * as v from "valibot";
import { asRead, versionOf } from "../activity/activity-writes.ts";
import { resolveCategories } from "../category/resolve-category.ts";
import { assign, succeeds } from "../table/conditions.ts";
import { type Item, idText, type Key, ledgerKey, ledgerPartition } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { workPages } from "../table/work-pages.ts";

export const SUBSCRIPTION_PREFIX = "SUBSCRIPTION#";
export const subscriptionKey = (ownerId: Id, id: Id) =>
  ledgerKey(ownerId, `${SUBSCRIPTION_PREFIX}${idText(id)}`);

/** Subscriptions that the daily job has to bring up to date are spread over so many partitions of the schedule. */
const SHARDS = 4;
const scheduleShard = (n: number): string => `SUBSCRIPTIONS#${n % SHARDS}`;
const SCHEDULE = Array.from({ length: SHARDS }, (_, n) => scheduleShard(n));

/** A suggestion that is never made again. */
const DISMISSED_PREFIX = "DISMISSED#";
const storedDismissal = v.object({ suggestion: v.string() });

const stored = storedOf(subscription);
const storedState = v.object({ settledThrough: v.nullable(storedDay) });
const storedDue = v.object({ ownerId: v.number(), id: v.number(), scheduleSk: v.string() });

const fromItem = (item: Item): Subscription => v.parse(stored, item);

export const subscriptionWithState = (item: Item): StoredSubscription => ({
  ...fromItem(item),
  ...v.parse(storedState, item),
});

const dueFromItem = (item: Item) => {
  const { ownerId, id, scheduleSk } = v.parse(storedDue, item);
  return { ownerId, id, since: v.parse(storedDay, scheduleSk.slice(0, "yyyy-MM-dd".length)) };
};

/**
 * In the schedule only while the daily job will have something to do about it. `version` tells it from the one before,
 * for a release that compares it.
 */
export function subscriptionItem(ownerId: Id, subscription: StoredSubscription, version: number): Item & Key {
  const { id } = subscription;
  const jobDay = nextJobDay(subscription);
  return {
    ...subscriptionKey(ownerId, id),
    ...subscription,
    ownerId,
    version,
    ...(jobDay && {
      schedulePk: scheduleShard(id),
      scheduleSk: `${jobDay}#${idText(ownerId)}#${idText(id)}`,
    }),
  };
}

/** With the categories that were named when each was written. */
export async function subscriptionItems(table: Table, ownerId: Id): Promise<Subscription[]> {
  return readEach(await table.list(ledgerPartition(ownerId), SUBSCRIPTION_PREFIX), fromItem);
}

export function createSubscriptionStore(table: Table): SubscriptionStore {
  return {
    list: async (ownerId) => resolveCategories(table, ownerId, await subscriptionItems(table, ownerId)),

    async dismissed(ownerId) {
      const items = await table.list(ledgerPartition(ownerId), DISMISSED_PREFIX);
      return new Set(items.map((item) => v.parse(storedDismissal, item).suggestion));
    },

    dismiss: (ownerId, suggestion) =>
      table.put({ ...ledgerKey(ownerId, `${DISMISSED_PREFIX}${hash(suggestion)}`), suggestion }),

    async dropIfStale(ownerId, id, since) {
      const Key = subscriptionKey(ownerId, id);
      const item = await table.get(Key);
      // Where it stands elsewhere by now, another run was here first.
      if (!String(item?.scheduleSk).startsWith(since)) return;
      if (!item || nextJobDay(fromItem(item)) === since) return;
      const { schedulePk, scheduleSk } = subscriptionItem(ownerId, subscriptionWithState(item), 0);
      const values = { ownerId, schedulePk, scheduleSk };
      const remove = schedulePk ? [] : ["schedulePk", "scheduleSk"];
      await succeeds(() => table.update({ Key, ...assign(values, asRead(versionOf(item)), remove) }));
    },

    // "~" sorts after every id.
    due: (day, after) => workPages(table, SCHEDULE, `${day}#~`, after, dueFromItem),
  };
}
