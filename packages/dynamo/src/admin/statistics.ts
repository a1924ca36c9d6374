import {
  type AdminStore,
  type Census,
  type ContentCounts,
  type Counting,
  type StatisticsSnapshot,
  sumOf,
} from "@coffer/core/admin/admin-store";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { storedId, USER_SHARDS, userKey, userPage } from "../account/user-directory.ts";
import { countUsage } from "../category/category-usage.ts";
import { bulkKey, isUnsubscribed, suppressedKey } from "../mail/suppression.ts";
import { type Item, inIndex, type Key, userItemKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";

const SNAPSHOT: Key = { pk: "CENSUS", sk: "CENSUS" };
const CENSUS: Key = { pk: "CENSUS", sk: "BEGUN" };
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
const counts = v.object({
  total: v.number(),
  active: v.number(),
  joined: v.number(),
  withSummary: v.number(),
  budgets: v.number(),
  transactions: v.number(),
  leftOut: v.number(),
});
const storedSnapshot: v.GenericSchema<unknown, StatisticsSnapshot> = v.object({
  ...counts.entries,
  leftOut: v.optional(v.number()),
  countedAt: v.number(),
});
const storedCensus: v.GenericSchema<unknown, Census> = v.object({
  startedAt: v.number(),
  next: v.string(),
  counts,
});

type CountedUser = { user: v.InferOutput<typeof storedActivity>; stored: Item | undefined };

/** The part of the administrators' store that counts. */
export function createStatistics(table: Table) {
  /** The number of them that a mail to all would not go to; fifty at most. */
  async function countLeftOut(users: readonly { id: Id; email: string }[]): Promise<number> {
    if (users.length === 0) return 0;
    const items = await table.getMany([
      ...users.map(({ id }) => bulkKey(id)),
      ...users.map(({ email }) => suppressedKey(email)),
    ]);
    return users.filter(
      (_, index) => isUnsubscribed(items[index]) || items[users.length + index] !== undefined,
    ).length;
  }

  /** Some users with what was counted of them before. */
  async function readUsers(ids: readonly Id[], counting: Counting): Promise<CountedUser[]> {
    const countKeys = counting === "live" ? [] : ids.map(countsKey);
    const items = await table.getMany([...ids.map(userKey), ...countKeys]);
    return ids.flatMap((_, index) => {
      const item = items[index];
      return item ? [{ user: v.parse(storedActivity, item), stored: items[ids.length + index] }] : [];
    });
  }

  async function countContents(users: readonly CountedUser[], now: number, counting: Counting) {
    const total: ContentCounts = { budgets: 0, transactions: 0 };
    for (const batch of inBatches(users, COUNTED_AT_ONCE)) {
      const counted = await Promise.all(batch.map((user) => countsOf(user, now, counting)));
      for (const { budgets, transactions } of counted) {
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

  const countPart: AdminStore["countPart"] = async ({ activeSince, now, counting }, from) => {
    const { items, next } = await userPage(table, from, READ_AT_ONCE);
    const ids = items.map((item) => v.parse(storedId, item).id);
    const found = await readUsers(ids, counting);
    const users = found.map(({ user }) => user);
    const counts = {
      ...(await countContents(found, now, counting)),
      total: users.length,
      active: users.filter(({ lastActiveAt }) => lastActiveAt >= activeSince).length,
      joined: users.filter(({ createdAt }) => createdAt >= activeSince).length,
      withSummary: users.filter(({ emailNotifications }) => emailNotifications).length,
      leftOut: await countLeftOut(users),
    };
    return { counts, next };
  };

  return {
    async countPeople(most) {
      const shards = USER_SHARDS.map((shard) =>
        table.count({ ...inIndex("directory", shard), Limit: most + 1 }),
      );
      const people = (await Promise.all(shards)).reduce((sum, number) => sum + number, 0);
      return people > most ? undefined : people;
    },

    countPart,

    async count(how) {
      let { counts, next } = await countPart(how, undefined);
      while (next !== undefined) {
        const part = await countPart(how, next);
        counts = sumOf(counts, part.counts);
        next = part.next;
      }
      return counts;
    },

    census: () => table.find(CENSUS, v.parser(storedCensus)),
    saveCensus: (census) => table.put({ ...CENSUS, ...census }),

    statisticsSnapshot: () => table.find(SNAPSHOT, v.parser(storedSnapshot)),
    async saveStatisticsSnapshot(snapshot) {
      await table.put({ ...SNAPSHOT, ...snapshot });
      await table.delete(CENSUS);
    },
  } satisfies Partial<AdminStore>;
}
