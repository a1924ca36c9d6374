import type {
  SubscriptionStore,
  SubscriptionUpdate,
  SubscriptionVersion,
  VersionedSubscription,
} from "@coffer/core/subscription/subscriptions";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { nextJobDay, type Subscription, subscription } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import * as v from "valibot";
import { entryWrites, putAsRead, revisionOf, saveRecorded, versionOf } from "../activity/activity-writes.ts";
import { categoryInUse, categoryProblem, withCategoryCheck } from "../category/category-check.ts";
import { resolveCategories } from "../category/resolve-category.ts";
import { type Condition, unlessFailed } from "../table/conditions.ts";
import { createRecorded } from "../table/idempotency.ts";
import type { Item, Key, WriteInput } from "../table/item.ts";
import { budgetKey, budgetPartition, idText } from "../table/keys.ts";
import { inSchedule } from "../table/queries.ts";
import { storedDay } from "../table/stored.ts";
import type { Table } from "../table/table.ts";
import { creationOf, deletionOf } from "../transaction/transactions.ts";

export const SUBSCRIPTION_PREFIX = "SUBSCRIPTION#";
const subscriptionKey = (ownerId: Id, id: Id) => budgetKey(ownerId, `${SUBSCRIPTION_PREFIX}${idText(id)}`);

/** What the daily job has to bring up to date is spread over so many partitions of the schedule. */
const SHARDS = 4;
const scheduleShard = (n: number): string => `SUBSCRIPTIONS#${n % SHARDS}`;

const stored = storedOf(subscription);
const storedState = v.object({ settledThrough: v.nullable(storedDay), version: v.number() });
const storedDue = v.object({ ownerId: v.number(), id: v.number(), scheduleSk: v.string() });

const fromItem = (item: Item): Subscription => v.parse(stored, item);

/** `settledThrough` is the latest due date that was paid, posted or skipped. */
export const subscriptionWithState = (item: Item) => ({
  subscription: fromItem(item),
  settledThrough: v.parse(storedState, item).settledThrough,
});

const dueFromItem = (item: Item) => {
  const { ownerId, id, scheduleSk } = v.parse(storedDue, item);
  return { ownerId, id, since: v.parse(storedDay, scheduleSk.slice(0, "yyyy-MM-dd".length)) };
};

/** In the schedule only while the daily job will have something to do about it. */
export function subscriptionItem(
  ownerId: Id,
  subscription: Subscription,
  settledThrough: Day | null,
  version: number,
): Item & Key {
  const { id } = subscription;
  const jobDay = nextJobDay(subscription);
  return {
    ...subscriptionKey(ownerId, id),
    ...subscription,
    ownerId,
    settledThrough,
    version,
    ...(jobDay && {
      schedulePk: scheduleShard(id),
      scheduleSk: `${jobDay}#${idText(ownerId)}#${idText(id)}`,
    }),
  };
}

/** Where it is still the one that was read. */
const subscriptionAsRead = ({ count, categoryId }: SubscriptionVersion): Condition => ({
  ConditionExpression: "version = :count AND categoryId = :category",
  ExpressionAttributeValues: { ":count": count, ":category": categoryId },
});

/**
 * The write that replaces a subscription. One that stays where a deletion moved it is back in its own category when
 * that is restored.
 */
function replacement(
  ownerId: Id,
  { subscription: before, version }: VersionedSubscription,
  { subscription, settledThrough }: SubscriptionUpdate,
  revision: number | undefined,
): WriteInput {
  const stays = subscription.categoryId === before.categoryId;
  const categoryId = stays ? version.categoryId : subscription.categoryId;
  const item = subscriptionItem(ownerId, { ...subscription, categoryId }, settledThrough, version.count + 1);
  return { Put: { Item: { ...item, revision }, ...subscriptionAsRead(version) } };
}

export function createSubscriptionStore(table: Table): SubscriptionStore {
  return {
    async list(ownerId) {
      const items = await table.list(budgetPartition(ownerId), SUBSCRIPTION_PREFIX);
      return resolveCategories(table, ownerId, items.map(fromItem));
    },

    async get(ownerId, id) {
      const item = await table.get(subscriptionKey(ownerId, id));
      if (!item) return undefined;
      const { settledThrough, version: count } = v.parse(storedState, item);
      const { revision } = versionOf(item);
      const read = fromItem(item);
      const [subscription] = await resolveCategories(table, ownerId, [read]);
      const version = { count, categoryId: read.categoryId, revision };
      return subscription && { subscription, settledThrough, version };
    },

    async add(ownerId, subscription, settledThrough, recording, idempotencyKey) {
      const { categoryId, type } = subscription;
      const item = subscriptionItem(ownerId, subscription, settledThrough, 1);
      const put = putAsRead(item, null, recording);
      const creation = {
        ownerId,
        recording,
        idempotencyKey,
        value: subscription,
        parse: (after: unknown) => v.parse(stored, after),
        writes: categoryId === null ? [put] : [categoryInUse(ownerId, categoryId, type), put],
      };
      return unlessFailed(
        () => createRecorded(table, creation),
        (failure) => {
          if (failure.index > 0) throw failure;
          return categoryProblem(failure.item);
        },
      );
    },

    async saveIfUnchanged(ownerId, stored, update, recording) {
      const { subscription, transactions, takenBack = [] } = update;
      const revision = recording ? revisionOf(recording) : (stored.version.revision ?? undefined);
      const writes = [
        replacement(ownerId, stored, update, revision),
        ...transactions.map((transaction) => creationOf(ownerId, transaction, revision)),
        ...takenBack.map((transaction) => deletionOf(ownerId, transaction)),
        ...(recording ? entryWrites(ownerId, recording) : []),
      ];
      const { categoryId, type } = subscription;
      const [first] = transactions;
      const stays = categoryId === null || categoryId === stored.subscription.categoryId;
      const write = () =>
        first
          ? withCategoryCheck(ownerId, first, (check) => table.transact([check, ...writes]))
          : table.transact(stays ? writes : [...writes, categoryInUse(ownerId, categoryId, type)]);
      return unlessFailed(
        async () => (await write()) ?? "saved",
        ({ index, item }) => (!first && index === writes.length ? categoryProblem(item) : "changed"),
      );
    },

    remove(ownerId, { subscription, version }, recording) {
      const Key = subscriptionKey(ownerId, subscription.id);
      return saveRecorded(table, ownerId, [{ Delete: { Key, ...subscriptionAsRead(version) } }], recording);
    },

    async *due(day) {
      for (let shard = 0; shard < SHARDS; shard++) {
        // "~" sorts after every id.
        const pages = table.pages(inSchedule(scheduleShard(shard), `${day}#~`));
        for await (const page of pages) yield* page.map(dueFromItem);
      }
    },
  };
}
