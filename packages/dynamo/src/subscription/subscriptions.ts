import type { StoredSubscription } from "@coffer/core/ledger/ledger";
import type { SubscriptionStore } from "@coffer/core/stores";
import { storedOf } from "@coffer/domain/definition/kind";
import { storedDay } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { subscription } from "@coffer/domain/subscription/definition";
import { nextJobDay, type Subscription } from "@coffer/domain/subscription/subscription";
import { hash } from "@coffer/domain/text/hash";
import * as v from "valibot";
import { inLiveCategory, resolveCategories } from "../category/resolve-category.ts";
import { asRead, type Codec, itemSteps, storedCategory, versionOf } from "../ledger/codec.ts";
import { createIndex } from "../table/indexes.ts";
import {
  hasPrefix,
  type Item,
  idText,
  type Key,
  ledgerKey,
  ledgerKeys,
  ledgerPartition,
} from "../table/item.ts";
import { readAll, readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { dayOfKey, workPages } from "../table/work-pages.ts";
import { assign, succeeds } from "../table/writes.ts";

export const SUBSCRIPTION_PREFIX = "SUBSCRIPTION#";
const subscriptionKey = ledgerKeys(SUBSCRIPTION_PREFIX);

/** The schedule of the daily job is spread over this many partitions. */
const SHARDS = 4;
const SCHEDULE = Array.from({ length: SHARDS }, (_, shard) => `SUBSCRIPTIONS#${shard}`);

const DISMISSED_PREFIX = "DISMISSED#";
const storedDismissal = v.object({ suggestion: v.string() });

const stored = storedOf(subscription);
const storedState = v.object({ ...stored.entries, settledThrough: v.nullable(storedDay) });
const scheduled = createIndex("schedule", { ownerId: v.number(), id: v.number(), scheduleSk: v.string() });

const fromItem = v.parser(stored);
export const subscriptionWithState: (item: Item) => StoredSubscription = v.parser(storedState);

/** Scheduled only while the daily job has something to do. `version` is compared by an earlier release. */
export function subscriptionItem(ownerId: Id, subscription: StoredSubscription, version: number): Item & Key {
  const { id } = subscription;
  const jobDay = nextJobDay(subscription);
  return {
    ...subscriptionKey(ownerId, subscription),
    ...subscription,
    ownerId,
    version,
    ...(jobDay && {
      schedulePk: SCHEDULE[id % SHARDS],
      scheduleSk: `${jobDay}#${idText(ownerId)}#${idText(id)}`,
    }),
  };
}

export const subscriptionCodec: Codec<"subscription"> = {
  key: subscriptionKey,
  fromItem: (item, categories) => inLiveCategory(subscriptionWithState(item), categories),
  uses({ before, after }) {
    const categoryId = after?.categoryId ?? null;
    if (!after || categoryId === null || categoryId === before?.categoryId) return null;
    return { categoryId, type: after.type, holdsType: true };
  },
  steps: itemSteps(subscriptionKey, (after, change, { ownerId, revision }) =>
    subscriptionItem(ownerId, { ...after, categoryId: storedCategory(change, after) }, revision),
  ),
};

/** Subscriptions with their stored categories, not resolved. */
export const subscriptionItems = (table: Table, ownerId: Id): Promise<Subscription[]> =>
  readAll(table, ownerId, SUBSCRIPTION_PREFIX, fromItem);
/** The same, among other items. */
export const subscriptionsIn = (items: readonly Item[]): Subscription[] =>
  readEach(
    items.filter((item) => hasPrefix(item, SUBSCRIPTION_PREFIX)),
    fromItem,
  );

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
      const key = subscriptionKey(ownerId, { id });
      const item = await table.get(key);
      // If it has moved in the schedule, another run was faster.
      if (!item || !String(item.scheduleSk).startsWith(since) || nextJobDay(fromItem(item)) === since) return;
      const { schedulePk, scheduleSk } = subscriptionItem(ownerId, subscriptionWithState(item), 0);
      const values = { ownerId, schedulePk, scheduleSk };
      const removed = schedulePk ? [] : ["schedulePk", "scheduleSk"];
      await succeeds(table.update(assign(key, values, asRead(versionOf(item)), removed)));
    },

    due(day, after) {
      const where = { partitions: SCHEDULE, before: `${day}#~`, after };
      return workPages(table, scheduled, where, ({ scheduleSk, ...due }) => {
        return { ...due, since: dayOfKey(scheduleSk) };
      });
    },
  };
}
