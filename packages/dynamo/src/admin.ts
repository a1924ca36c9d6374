import type { AdminStore, ContentCounts, Counting, ListedUser, StatisticsSnapshot } from "@coffer/core/admin";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { peopleText } from "@coffer/domain/people-search";
import * as v from "valibot";
import { countUsage } from "./category-usage.ts";
import { type Condition, ConditionFailed, PRESENT } from "./conditions.ts";
import type { Item, Key } from "./item.ts";
import { idText, userItemKey } from "./keys.ts";
import { outboxPut } from "./outbox.ts";
import { inDirectory } from "./queries.ts";
import { bulkKey, isUnsubscribed, suppressedKey } from "./suppression.ts";
import type { Table } from "./table.ts";
import { USER_SHARDS, userKey } from "./user-directory.ts";
import { searchUsers } from "./user-search.ts";

const SNAPSHOT: Key = { pk: "CENSUS", sk: "CENSUS" };
const countsKey = (userId: Id) => userItemKey(userId, "COUNTS");
/** Users whose items and counts are read at once: a BatchGet takes a hundred. */
const READ_AT_ONCE = 50;
/** Users read of each partition for a page of 50: ids are spread evenly over the sixteen. */
const FIRST_OF_EACH = 12;
/** Users counted at once. */
const COUNTED_AT_ONCE = 16;

const listed = v.object({
  id: v.number(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  isAdmin: v.boolean(),
  emailNotifications: v.boolean(),
  goesAt: v.optional(v.nullable(v.number())),
});
const storedId = v.object({ id: v.number() });
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

const listedFromItem = (item: Item): ListedUser => {
  const { goesAt, ...user } = v.parse(listed, item);
  return { ...user, ...(goesAt != null && { goesAt }) };
};

export function createAdminStore(table: Table): AdminStore {
  /** The ids of all users, or of those for whom a condition holds, page after page. */
  async function* directory(
    only?: Pick<Condition, "ExpressionAttributeValues"> & { FilterExpression: string },
  ): AsyncGenerator<Id[]> {
    for (const shard of USER_SHARDS) {
      const all = inDirectory(shard);
      const ExpressionAttributeValues = {
        ...all.ExpressionAttributeValues,
        ...only?.ExpressionAttributeValues,
      };
      const pages = table.pages({ ...all, ...only, ExpressionAttributeValues });
      for await (const page of pages) yield page.map((item) => v.parse(storedId, item).id);
    }
  }

  async function load(ids: readonly Id[]): Promise<(ListedUser | undefined)[]> {
    const items = await table.getMany(ids.map(userKey));
    return items.map((item) => item && listedFromItem(item));
  }

  /** The newest users' ids, older than `before` where that is given: of each partition's first, or else of more. */
  async function newest(before: Id | undefined, limit: number, ofEach = FIRST_OF_EACH): Promise<Id[]> {
    const shards = await Promise.all(
      USER_SHARDS.map(async (shard) => {
        const { items, next } = await table.page({
          ...inDirectory(shard, before === undefined ? undefined : idText(before)),
          ScanIndexForward: false,
          Limit: ofEach,
        });
        const ids = items.map((item) => v.parse(storedId, item).id);
        // Those that were not read are older than the last that was.
        return { ids, unread: next ? (ids.at(-1) ?? 0) : 0 };
      }),
    );
    const complete = Math.max(...shards.map(({ unread }) => unread));
    const ids = shards.flatMap((shard) => shard.ids.filter((id) => id >= complete)).sort((a, b) => b - a);
    return ids.length < limit && complete > 0 ? newest(before, limit, ofEach * 4) : ids.slice(0, limit);
  }

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

  async function countsOf(
    { id, lastActiveAt }: v.InferOutput<typeof storedActivity>,
    stored: Item | undefined,
    now: number,
    counting: Counting,
  ): Promise<ContentCounts> {
    const isLive = counting === "live";
    const last = stored && !isLive ? v.parse(storedCounts, stored) : undefined;
    if (last && !isLive && last.countedAt >= counting.recountBefore && last.countedAt > lastActiveAt)
      return last;
    const { budgets, transactions } = await countUsage(table, id);
    if (!isLive) await table.put({ ...countsKey(id), budgets, transactions, countedAt: now });
    return { budgets, transactions };
  }

  return {
    async users({ search = "", cursor }, limit) {
      if (peopleText(search) !== "") return searchUsers(table, { search, cursor }, limit, load);
      if (cursor !== undefined && !/^[1-9]\d{0,15}$/.test(cursor)) return undefined;
      const ids = await newest(cursor === undefined ? undefined : Number(cursor), limit + 1);
      const page = ids.slice(0, limit);
      const users = (await load(page)).filter((user) => user !== undefined);
      return { users, cursor: ids.length > limit ? String(page.at(-1)) : null };
    },

    async administrators() {
      const ids: Id[] = [];
      const isAdmin = { FilterExpression: "isAdmin = :yes", ExpressionAttributeValues: { ":yes": true } };
      for await (const page of directory(isAdmin)) ids.push(...page);
      return ids;
    },

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
      for await (const page of directory()) {
        for (const ids of inBatches(page, READ_AT_ONCE)) {
          const countKeys = counting === "live" ? [] : ids.map(countsKey);
          const items = await table.getMany([...ids.map(userKey), ...countKeys]);
          const found = ids.flatMap((_, index) => {
            const item = items[index];
            return item ? [{ user: v.parse(storedActivity, item), stored: items[ids.length + index] }] : [];
          });
          for (const { user } of found) {
            total.total += 1;
            if (user.lastActiveAt >= activeSince) total.active += 1;
            if (user.createdAt >= activeSince) total.joined += 1;
            if (user.emailNotifications) total.withSummary += 1;
          }
          total.leftOut += await countLeftOut(found.map(({ user }) => user));
          for (const batch of inBatches(found, COUNTED_AT_ONCE)) {
            const counts = await Promise.all(
              batch.map(({ user, stored }) => countsOf(user, stored, now, counting)),
            );
            for (const { budgets, transactions } of counts) {
              total.budgets += budgets;
              total.transactions += transactions;
            }
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
      return item ? listedFromItem(item) : "notFound";
    },
  };
}
