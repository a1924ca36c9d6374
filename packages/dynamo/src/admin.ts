import type { AdminStore, ContentCounts, Counting, StatisticsSnapshot } from "@coffer/core/admin";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { countUsage } from "./category-usage.ts";
import { ConditionFailed, PRESENT } from "./conditions.ts";
import type { Key } from "./item.ts";
import { userPartition } from "./keys.ts";
import { outboxPut } from "./outbox.ts";
import type { Table } from "./table.ts";
import { USER_SHARDS, userKey, usersShard } from "./user-directory.ts";

const SNAPSHOT: Key = { pk: "CENSUS", sk: "CENSUS" };
const countsKey = (userId: Id): Key => ({ pk: userPartition(userId), sk: "COUNTS" });
/** Users counted at once. */
const AT_ONCE = 16;

const listed = v.object({
  id: v.number(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  isAdmin: v.boolean(),
  emailNotifications: v.boolean(),
});
const storedActivity = v.object({
  id: v.number(),
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
  countedAt: v.number(),
});

export function createAdminStore(table: Table): AdminStore {
  /** Every user's item, page after page. */
  async function* directory() {
    for (let shard = 0; shard < USER_SHARDS; shard++) {
      yield* table.pages({
        IndexName: "directory",
        KeyConditionExpression: "directoryPk = :pk",
        ExpressionAttributeValues: { ":pk": usersShard(shard) },
      });
    }
  }

  async function count(userId: Id): Promise<ContentCounts> {
    const { budgets, transactions } = await countUsage(table, userId);
    return { budgets, transactions };
  }

  async function countsOf(userId: Id, lastActiveAt: number, now: number, counting: Counting) {
    if (counting === "live") return count(userId);
    const stored = await table.get(countsKey(userId), false);
    if (stored) {
      const counts = v.parse(storedCounts, stored);
      if (counts.countedAt >= counting.recountBefore && counts.countedAt > lastActiveAt) return counts;
    }
    const counts = await count(userId);
    await table.put({ ...countsKey(userId), ...counts, countedAt: now });
    return counts;
  }

  return {
    async users() {
      const users = [];
      for await (const page of directory()) users.push(...page.map((item) => v.parse(listed, item)));
      return users;
    },

    async userCounts(since) {
      const counts = { total: 0, active: 0, joined: 0, withSummary: 0 };
      for await (const page of directory()) {
        for (const item of page) {
          const { createdAt, lastActiveAt, emailNotifications } = v.parse(storedActivity, item);
          counts.total += 1;
          if (lastActiveAt >= since) counts.active += 1;
          if (createdAt >= since) counts.joined += 1;
          if (emailNotifications) counts.withSummary += 1;
        }
      }
      return counts;
    },

    async contentCounts(now, counting) {
      const total: ContentCounts = { budgets: 0, transactions: 0 };
      for await (const page of directory()) {
        for (const batch of inBatches(page, AT_ONCE)) {
          const users = batch.map((item) => v.parse(storedActivity, item));
          const counts = await Promise.all(
            users.map(({ id, lastActiveAt }) => countsOf(id, lastActiveAt, now, counting)),
          );
          for (const { budgets, transactions } of counts) {
            total.budgets += budgets;
            total.transactions += transactions;
          }
        }
      }
      return total;
    },

    async statisticsSnapshot() {
      const item = await table.get(SNAPSHOT);
      return item && v.parse(storedSnapshot, item);
    },

    saveStatisticsSnapshot: (snapshot) => table.put({ ...SNAPSHOT, ...snapshot }),

    async setAdmin(by, target, isAdmin, mail) {
      try {
        await table.transact([
          {
            ConditionCheck: {
              Key: userKey(by),
              ConditionExpression: "isAdmin = :yes AND emailVerified = :yes",
              ExpressionAttributeValues: { ":yes": true },
            },
          },
          {
            Update: {
              Key: userKey(target),
              UpdateExpression: "SET isAdmin = :isAdmin",
              ConditionExpression: `${PRESENT.ConditionExpression} AND isAdmin <> :isAdmin AND (emailVerified = :yes OR :isAdmin = :no)`,
              ExpressionAttributeValues: { ":isAdmin": isAdmin, ":yes": true, ":no": false },
            },
          },
          ...(mail ? [outboxPut(mail)] : []),
        ]);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        if (error.index === 0) return "forbidden";
        if (!error.item) return "notFound";
        const { emailVerified } = v.parse(v.object({ emailVerified: v.boolean() }), error.item);
        if (isAdmin && !emailVerified) return "unverified";
        // It is so already: nothing to change, and nobody to tell.
      }
      const item = await table.get(userKey(target));
      return item ? v.parse(listed, item) : "notFound";
    },
  };
}
