import type {
  SubscriptionStore,
  SubscriptionUpdate,
  VersionedSubscription,
} from "@coffer/core/subscriptions";
import { FLOWS } from "@coffer/domain/category";
import type { Day } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import { FREQUENCIES, nextJobDay, type Subscription } from "@coffer/domain/subscription";
import * as v from "valibot";
import { categoryExists, withCategoryCheck } from "./category-check.ts";
import { ABSENT, ConditionFailed } from "./conditions.ts";
import { createIdempotently } from "./idempotency.ts";
import type { Item, Key, WriteInput } from "./item.ts";
import { budgetPartition, idText } from "./keys.ts";
import { resolveCategories } from "./resolve-category.ts";
import { storedCents, storedDay } from "./stored.ts";
import type { Table } from "./table.ts";
import { creationOf } from "./transactions.ts";

export const SUBSCRIPTION_PREFIX = "SUBSCRIPTION#";
const subscriptionKey = (ownerId: Id, id: Id): Key => ({
  pk: budgetPartition(ownerId),
  sk: `${SUBSCRIPTION_PREFIX}${idText(id)}`,
});

/** What the daily job has to look after is spread over so many partitions of the schedule. */
const SHARDS = 4;
const shardOf = (n: number): string => `SUBSCRIPTIONS#${n % SHARDS}`;

const stored = v.object({
  id: v.number(),
  name: v.string(),
  amount: storedCents,
  frequency: v.picklist(FREQUENCIES),
  startDate: storedDay,
  endDate: v.nullable(storedDay),
  nextPaymentDate: storedDay,
  categoryId: v.nullable(v.number()),
  notifyBeforeDays: v.number(),
  autoCreateTransaction: v.boolean(),
  active: v.boolean(),
  description: v.nullable(v.string()),
  website: v.nullable(v.string()),
  notes: v.nullable(v.string()),
  type: v.optional(v.picklist(FLOWS)),
  trialEndDate: v.optional(v.nullable(storedDay)),
  cancelNoticeDays: v.optional(v.nullable(v.number())),
  previousAmount: v.optional(v.nullable(storedCents)),
  amountChangedOn: v.optional(v.nullable(storedDay)),
});
const storedState = v.object({ settledThrough: v.nullable(storedDay), version: v.number() });
const storedPlace = v.object({ ownerId: v.number(), id: v.number(), scheduleSk: v.string() });

const fromItem = (item: Item): Subscription => v.parse(stored, item);

/** `settledThrough` is the latest due date that was paid, posted or skipped. */
export const subscriptionWithState = (item: Item) => ({
  subscription: fromItem(item),
  settledThrough: v.parse(storedState, item).settledThrough,
});

const placeOf = (item: Item) => {
  const { ownerId, id, scheduleSk } = v.parse(storedPlace, item);
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
  const wake = nextJobDay(subscription);
  return {
    ...subscriptionKey(ownerId, id),
    ...subscription,
    ownerId,
    settledThrough,
    version,
    ...(wake && { schedulePk: shardOf(id), scheduleSk: `${wake}#${idText(ownerId)}#${idText(id)}` }),
  };
}

/**
 * The write that replaces a subscription; it fails when that is no longer the one that was read. One that stays where
 * a deletion moved it is back in its own category when that is restored.
 */
function replacement(
  ownerId: Id,
  { subscription: before, version }: VersionedSubscription,
  { subscription, settledThrough }: SubscriptionUpdate,
): WriteInput {
  const stays = subscription.categoryId === before.categoryId;
  const categoryId = stays ? version.categoryId : subscription.categoryId;
  return {
    Put: {
      Item: subscriptionItem(ownerId, { ...subscription, categoryId }, settledThrough, version.count + 1),
      ConditionExpression: "version = :count AND categoryId = :category",
      ExpressionAttributeValues: { ":count": version.count, ":category": version.categoryId },
    },
  };
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
      const read = fromItem(item);
      const [subscription] = await resolveCategories(table, ownerId, [read]);
      const version = { count, categoryId: read.categoryId };
      return subscription && { subscription, settledThrough, version };
    },

    async add(ownerId, subscription, idempotencyKey, now) {
      const { categoryId } = subscription;
      const put = { Put: { Item: subscriptionItem(ownerId, subscription, null, 1), ...ABSENT } };
      try {
        return await createIdempotently(table, {
          pk: budgetPartition(ownerId),
          idempotencyKey,
          now,
          value: subscription,
          parse: fromItem,
          writes: categoryId === null ? [put] : [categoryExists(ownerId, categoryId), put],
        });
      } catch (error) {
        if (error instanceof ConditionFailed && error.index === 0) return "noCategory";
        throw error;
      }
    },

    async saveIfUnchanged(ownerId, stored, update) {
      const advance = replacement(ownerId, stored, update);
      const { subscription, transactions } = update;
      const { categoryId } = subscription;
      const [first] = transactions;
      try {
        if (first) {
          const recorded = transactions.map((transaction) => creationOf(ownerId, transaction));
          const problem = await withCategoryCheck(ownerId, first, (check) =>
            table.transact([check, advance, ...recorded]),
          );
          if (problem) return problem;
        } else if (categoryId === null || categoryId === stored.subscription.categoryId) {
          await table.transact([advance]);
        } else {
          await table.transact([advance, categoryExists(ownerId, categoryId)]);
        }
        return "saved";
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        return !first && error.index === 1 ? "noCategory" : "changed";
      }
    },

    async remove(ownerId, id) {
      return (await table.delete(subscriptionKey(ownerId, id))) !== undefined;
    },

    async *due(day) {
      for (let shard = 0; shard < SHARDS; shard++) {
        const pages = table.pages({
          IndexName: "schedule",
          KeyConditionExpression: "schedulePk = :shard AND scheduleSk < :end",
          // "~" sorts after every id.
          ExpressionAttributeValues: { ":shard": shardOf(shard), ":end": `${day}#~` },
        });
        for await (const page of pages) yield* page.map(placeOf);
      }
    },
  };
}
