import type { AdminStore } from "@coffer/core/admin/admin-store";
import { type ListedUser, listedUser } from "@coffer/domain/account/definition";
import { peopleText } from "@coffer/domain/account/people-search";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { directory, USER_SHARDS, userKey } from "../account/user-directory.ts";
import { searchUsers } from "../account/user-search.ts";
import { having } from "../table/indexes.ts";
import { type Item, idText } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { change, unlessFailed, when } from "../table/writes.ts";
import { taskPut } from "../task/tasks.ts";
import { createStatistics } from "./statistics.ts";

/** Users read from each of the sixteen partitions for a page of 50; ids are spread evenly over them. */
const FIRST_OF_EACH = 12;
const storedVerified = v.object({ emailVerified: v.boolean() });
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
        "attribute_exists(pk) AND isAdmin <> :isAdmin AND (emailVerified = :yes OR :isAdmin = :no)",
        { yes: true, no: false },
      );
      const writes = [
        { ConditionCheck: { Key: userKey(by), ...isAllowed } },
        { Update: change(userKey(target), "SET isAdmin = :isAdmin", { isAdmin }, isChange) },
        ...(task ? [taskPut(task)] : []),
      ];
      const problem = await unlessFailed(table.transact(writes), ({ index, item }) => {
        if (index === 0) return "forbidden" as const;
        if (!item) return "notFound" as const;
        // The user has these rights already: nothing to change, nobody to notify.
        return isAdmin && !v.parse(storedVerified, item).emailVerified ? ("unverified" as const) : undefined;
      });
      return problem ?? (await table.find(userKey(target), listedFromItem)) ?? "notFound";
    },
  };
}
