import type { AdminStore } from "@coffer/core/admin/admin-store";
import { type ListedUser, listedUser } from "@coffer/domain/account/definition";
import { peopleText } from "@coffer/domain/account/people-search";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { storedId, USER_SHARDS, userIds, userKey } from "../account/user-directory.ts";
import { searchUsers } from "../account/user-search.ts";
import { ConditionFailed, PRESENT } from "../table/conditions.ts";
import { type Item, idText, inDirectory } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { taskPut } from "../task/tasks.ts";
import { createStatistics } from "./statistics.ts";

/** Users read of each partition for a page of 50: ids are spread evenly over the sixteen. */
const FIRST_OF_EACH = 12;
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
      const isAdmin = { FilterExpression: "isAdmin = :yes", ExpressionAttributeValues: { ":yes": true } };
      for await (const page of userIds(table, isAdmin)) ids.push(...page);
      return ids;
    },

    async setAdmin(by, target, isAdmin, task) {
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
          ...(task ? [taskPut(task)] : []),
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
