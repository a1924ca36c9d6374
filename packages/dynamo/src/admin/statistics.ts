import type { AdminStore, ContentCounts, Counting, StatisticsSnapshot } from "@coffer/core/admin/admin";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { USER_SHARDS, userIds, userKey } from "../account/user-directory.ts";
import { countUsage } from "../category/category-usage.ts";
import { bulkKey, isUnsubscribed, suppressedKey } from "../mail/suppression.ts";
import type { Item, Key } from "../table/item.ts";
import { userItemKey } from "../table/keys.ts";
import { inDirectory } from "../table/queries.ts";
import type { Table } from "../table/table.ts";

const SNAPSHOT: Key = { pk: "CENSUS", sk: "CENSUS" };
const countsKey = (userId: Id) => userItemKey(userId, "COUNTS");
/** Users whose items and counts are read at once: a BatchGet takes a hundred. */
const READ_AT_ONCE = 50;
/** Users counted at once. */
const COUNTED_AT_ONCE = 16;

const storedActivity = v.object({
  id: v.number(),
  email: v.string(),
  createdAt: v.number(),
  lastActiveAt: v.number(),
  emailNotifications: v.boolean(),
});
const storedCounts = v.object({ budgets: v.number(), transactions: v.number(), countedAt: v.number() });
const storedSnapshot: v.GenericSchema<unknown, StatisticsSnapshot> = v.object({
  total: v.number(),
  active: v.number(),
  joined: v.number(),
  withSummary: v.number(),
  budgets: v.number(),
  transactions: v.number(),
  leftOut: v.optional(v.number()),
  countedAt: v.number(),
});

type CountedUser = { user: v.InferOutput<typeof storedActivity>; stored: Item | undefined };

/** The part of the administrators' store that counts. */
export function createStatistics(
  table: Table,
): Pick<AdminStore, "countPeople" | "count" | "statisticsSnapshot" | "saveStatisticsSnapshot"> {
  /** How many of them a mail to all would not go to; fifty at most. */
  async function countLeftOut(users: readonly { id: Id; email: string }[]): Promise<number> {
    const items = await table.getMany([
      ...users.map(({ id }) => bulkKey(id)),
      ...users.map(({ email }) => suppressedKey(email)),
    ]);
    return users.filter(
      (_, index) => isUnsubscribed(items[index]) || items[users.length + index] !== undefined,
    ).length;
  }

  /** Users with what was counted of them before, READ_AT_ONCE at a time. */
  async function* readUsers(counting: Counting): AsyncGenerator<CountedUser[]> {
    for await (const page of userIds(table)) {
      for (const ids of inBatches(page, READ_AT_ONCE)) {
        const countKeys = counting === "live" ? [] : ids.map(countsKey);
        const items = await table.getMany([...ids.map(userKey), ...countKeys]);
        yield ids.flatMap((_, index) => {
          const item = items[index];
          return item ? [{ user: v.parse(storedActivity, item), stored: items[ids.length + index] }] : [];
        });
      }
    }
  }

  async function countContents(users: readonly CountedUser[], now: number, counting: Counting) {
    const total: ContentCounts = { budgets: 0, transactions: 0 };
    for (const batch of inBatches(users, COUNTED_AT_ONCE)) {
      const counts = await Promise.all(batch.map((user) => countsOf(user, now, counting)));
      for (const { budgets, transactions } of counts) {
        total.budgets += budgets;
        total.transactions += transactions;
      }
    }
    return total;
  }

  async function countsOf({ user, stored }: CountedUser, now: number, counting: Counting) {
    const { id, lastActiveAt } = user;
    if (counting === "live") return countUsage(table, id);
    const last = stored && v.parse(storedCounts, stored);
    if (last && last.countedAt >= counting.recountBefore && last.countedAt > lastActiveAt) return last;
    const { budgets, transactions } = await countUsage(table, id);
    await table.put({ ...countsKey(id), budgets, transactions, countedAt: now });
    return { budgets, transactions };
  }

  return {
    async countPeople(most) {
      const shards = USER_SHARDS.map((shard) => table.count({ ...inDirectory(shard), Limit: most + 1 }));
      const people = (await Promise.all(shards)).reduce((sum, number) => sum + number, 0);
      return people > most ? undefined : people;
    },

    async count({ activeSince, now, counting }) {
      const total = {
        total: 0,
        active: 0,
        joined: 0,
        withSummary: 0,
        budgets: 0,
        transactions: 0,
        leftOut: 0,
      };
      for await (const found of readUsers(counting)) {
        const users = found.map(({ user }) => user);
        const { budgets, transactions } = await countContents(found, now, counting);
        total.total += users.length;
        total.active += users.filter(({ lastActiveAt }) => lastActiveAt >= activeSince).length;
        total.joined += users.filter(({ createdAt }) => createdAt >= activeSince).length;
        total.withSummary += users.filter(({ emailNotifications }) => emailNotifications).length;
        total.leftOut += await countLeftOut(users);
        total.budgets += budgets;
        total.transactions += transactions;
      }
      return total;
    },

    async statisticsSnapshot() {
      const item = await table.get(SNAPSHOT);
      return item && v.parse(storedSnapshot, item);
    },

    saveStatisticsSnapshot: (snapshot) => table.put({ ...SNAPSHOT, ...snapshot }),
  };
}
