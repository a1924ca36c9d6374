import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { createIndex } from "../table/indexes.ts";
import { idText, userItemKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { put } from "../table/writes.ts";

/** Users are spread over this many partitions of the directory, by their id modulo this number. */
const SHARDS = 16;
export const USER_SHARDS = Array.from({ length: SHARDS }, (_, shard) => `USERS#${shard}`);

export const directoryEntry = (userId: Id) => ({
  directoryPk: USER_SHARDS[userId % SHARDS],
  directorySk: idText(userId),
});

export const PROFILE = "PROFILE";
export const userKey = (userId: Id) => userItemKey(userId, PROFILE);

export const KNEW_PREFIX = "KNEW#";
export const knewKey = (userId: Id, otherId: Id) => userItemKey(userId, `${KNEW_PREFIX}${idText(otherId)}`);
/** Notes that another user's notifications or activity name this user, to erase the name with their account. */
export const knewPut = (userId: Id, otherId: Id) => put({ ...knewKey(userId, otherId), otherId });

export const directory = createIndex("directory", { id: v.number() });
const addresses = createIndex("directory", { id: v.number(), email: v.string() });

const storedCursor = v.object({ shard: v.number(), after: v.nullable(v.record(v.string(), v.string())) });

/** A page of at most `limit` users, and the cursor of the next page; undefined on the last. */
export async function userPage(table: Table, cursor: string | undefined, limit: number) {
  const { shard, after } =
    cursor === undefined ? { shard: 0, after: null } : v.parse(storedCursor, JSON.parse(cursor));
  const { items: users, next } = await table.page({
    ...addresses.of(USER_SHARDS[shard] ?? ""),
    ExclusiveStartKey: after ?? undefined,
    Limit: limit,
  });
  if (next) return { users, next: JSON.stringify({ shard, after: next }) };
  const isLast = shard + 1 >= USER_SHARDS.length;
  return { users, next: isLast ? undefined : JSON.stringify({ shard: shard + 1, after: null }) };
}
