import { type AdminStore, type ContentCounts, type Counting, sumOf } from "@coffer/core/admin/admin-store";
import { type ListedUser, listedUser } from "@coffer/domain/account/definition";
import { peopleText } from "@coffer/domain/account/people-search";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { directory, USER_SHARDS, userKey, userPage } from "../account/user-directory.ts";
import { searchUsers } from "../account/user-search.ts";
import { countUsage } from "../category/categories.ts";
import { bulkKey, isUnsubscribed, suppressedKey } from "../mail/suppression.ts";
import { having } from "../table/indexes.ts";
import { type Item, idText, type Key, userItemKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { change, unlessFailed, when } from "../table/writes.ts";
import { taskPut } from "../task/tasks.ts";

/** Users read from each of the sixteen partitions for a page of 50; ids are spread evenly over them. */
const FIRST_OF_EACH = 12;
const storedAppointed = v.object({ emailVerified: v.boolean(), goesAt: v.nullish(v.number()) });
const listed = v.object({ ...listedUser.entries, goesAt: v.optional(v.nullable(v.number())) });
const listedFromItem = (item: Item): ListedUser => {
  const { goesAt, ...user } = v.parse(listed, item);
  return { ...user, ...(goesAt != null && { goesAt }) };
};

export function createAdminStore(table: Table): AdminStore {
  async function load(ids: readonly Id[]): Promise<(ListedUser | undefined)[]> {
    const items = await table.getMany(ids.map(userKey));
    return items.map((item) => item && listedFromItem(item));
  }

  /** Ids of the newest users (older than `before`, if given). Reads more of each partition if the first are too few. */
  async function newest(before: Id | undefined, limit: number, ofEach = FIRST_OF_EACH): Promise<Id[]> {
    const shards = await Promise.all(
      USER_SHARDS.map(async (shard) => {
        const range = before === undefined ? directory.of(shard) : directory.before(shard, idText(before));
        const { items, next } = await table.page({ ...range, ScanIndexForward: false, Limit: ofEach });
        const ids = items.map(({ id }) => id);
        // Unread ids are lower than the last that was read.
        return { ids, unread: next ? (ids.at(-1) ?? 0) : 0 };
      }),
    );
    const complete = Math.max(...shards.map(({ unread }) => unread));
    const ids = shards.flatMap((shard) => shard.ids.filter((id) => id >= complete)).sort((a, b) => b - a);
    return ids.length < limit && complete > 0 ? newest(before, limit, ofEach * 4) : ids.slice(0, limit);
  }

  return {
    ...createStatistics(table),

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
      for (const shard of USER_SHARDS) {
        const items = await table.query(having(directory.of(shard), "isAdmin", true));
        ids.push(...items.map(({ id }) => id));
      }
      return ids;
    },

    async setAdmin(by, target, isAdmin, task) {
      const isAllowed = when("isAdmin = :yes AND emailVerified = :yes", { yes: true });
      const isChange = when(
        "attribute_exists(pk) AND isAdmin <> :isAdmin AND (:isAdmin = :no OR emailVerified = :yes AND attribute_not_exists(goesAt))",
        { yes: true, no: false },
      );
      const writes = [
        { ConditionCheck: { Key: userKey(by), ...isAllowed } },
        // Counts the revision, so that a concurrent request to delete the account sees the right.
        {
          Update: change(
            userKey(target),
            "SET isAdmin = :isAdmin ADD revision :one",
            { isAdmin, one: 1 },
            isChange,
          ),
        },
        ...(task ? [taskPut(task)] : []),
      ];
      const problem = await unlessFailed(table.transact(writes), ({ index, item }) => {
        if (index === 0) return "forbidden" as const;
        if (!item) return "notFound" as const;
        const { emailVerified, goesAt } = v.parse(storedAppointed, item);
        if (isAdmin && !emailVerified) return "unverified" as const;
        if (isAdmin && goesAt != null) return "leaving" as const;
        // The user has these rights already: nothing to change, nobody to notify.
        return undefined;
      });
      return problem ?? (await table.find(userKey(target), listedFromItem)) ?? "notFound";
    },
  };
}

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

function createStatistics(table: Table) {
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
