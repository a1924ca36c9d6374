import { type AdminStore, type ContentCounts, type Counting, sumOf } from "@coffer/core/admin/admin-store";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { directory, USER_SHARDS, userKey, userPage } from "../account/user-directory.ts";
import { countUsage } from "../category/category-usage.ts";
import { bulkKey, isUnsubscribed, suppressedKey } from "../mail/suppression.ts";
import { type Item, type Key, userItemKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";

const SNAPSHOT: Key = { pk: "CENSUS", sk: "CENSUS" };
const CENSUS: Key = { pk: "CENSUS", sk: "BEGUN" };
const countsKey = (userId: Id) => userItemKey(userId, "COUNTS");
/** Users per BatchGet, which takes a hundred keys: their items and counts. */
const READ_AT_ONCE = 50;
const COUNTED_AT_ONCE = 16;

const storedActivity = v.object({
  id: v.number(),
  email: v.string(),
  createdAt: v.number(),
  lastActiveAt: v.number(),
  emailNotifications: v.boolean(),
});
const storedCounts = v.object({ budgets: v.number(), transactions: v.number(), countedAt: v.number() });
const counts = v.object(
  v.entriesFromList(
    ["total", "active", "joined", "withSummary", "budgets", "transactions", "leftOut"],
    v.number(),
  ),
);
const storedSnapshot = v.object({
  ...counts.entries,
  leftOut: v.optional(v.number()),
  countedAt: v.number(),
});
const storedCensus = v.object({
  startedAt: v.number(),
  next: v.string(),
  counts,
});

type CountedUser = { user: v.InferOutput<typeof storedActivity>; stored: Item | undefined };

export function createStatistics(table: Table) {
  /** The number of these users (at most fifty) that a mail to all would skip. */
  async function countLeftOut(users: readonly { id: Id; email: string }[]): Promise<number> {
    const items = await table.getMany([
      ...users.map(({ id }) => bulkKey(id)),
      ...users.map(({ email }) => suppressedKey(email)),
    ]);
    return users.filter(
      (_, index) => isUnsubscribed(items[index]) || items[users.length + index] !== undefined,
    ).length;
  }

  /** A user's counts; counts again only if they may have changed. */
  async function contentsOf({ user, stored }: CountedUser, now: number, counting: Counting) {
    const { id, lastActiveAt } = user;
    if (counting === "live") return countUsage(table, id);
    const last = stored && v.parse(storedCounts, stored);
    if (last && last.countedAt >= counting.recountBefore && last.countedAt > lastActiveAt) return last;
    const { budgets, transactions } = await countUsage(table, id);
    await table.put({ ...countsKey(id), budgets, transactions, countedAt: now });
    return { budgets, transactions };
  }

  const countPart: AdminStore["countPart"] = async ({ activeSince, now, counting }, from) => {
    const page = await userPage(table, from, READ_AT_ONCE);
    const ids = page.users.map(({ id }) => id);
    const countKeys = counting === "live" ? [] : ids.map(countsKey);
    const read = await table.getMany([...ids.map(userKey), ...countKeys]);
    const found = ids.flatMap((_, index): CountedUser[] => {
      const item = read[index];
      return item ? [{ user: v.parse(storedActivity, item), stored: read[ids.length + index] }] : [];
    });
    const contents: ContentCounts[] = [];
    for (const batch of inBatches(found, COUNTED_AT_ONCE))
      contents.push(...(await Promise.all(batch.map((one) => contentsOf(one, now, counting)))));
    const users = found.map(({ user }) => user);
    const counts = {
      budgets: contents.reduce((sum, { budgets }) => sum + budgets, 0),
      transactions: contents.reduce((sum, { transactions }) => sum + transactions, 0),
      total: users.length,
      active: users.filter(({ lastActiveAt }) => lastActiveAt >= activeSince).length,
      joined: users.filter(({ createdAt }) => createdAt >= activeSince).length,
      withSummary: users.filter(({ emailNotifications }) => emailNotifications).length,
      leftOut: await countLeftOut(users),
    };
    return { counts, next: page.next };
  };

  return {
    async countPeople(most) {
      const shards = USER_SHARDS.map((shard) => table.count({ ...directory.of(shard), Limit: most + 1 }));
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
