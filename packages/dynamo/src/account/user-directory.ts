import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import type { Condition } from "../table/conditions.ts";
import { type Item, idText, inDirectory, userItemKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";

/** All users are listed over this many partitions of the directory, by the last digit of their id in that base. */
const SHARDS = 16;
export const USER_SHARDS = Array.from({ length: SHARDS }, (_, shard) => `USERS#${shard}`);

/** A user's position in the directory of all users. */
export const directoryEntry = (userId: Id) => ({
  directoryPk: USER_SHARDS[userId % SHARDS],
  directorySk: idText(userId),
});

/** The sort key of a user's own item. */
export const PROFILE = "PROFILE";
export const userKey = (userId: Id) => userItemKey(userId, PROFILE);

export const storedId = v.object({ id: v.number() });

/** Somebody's position in the list of all users; opaque. */
export type UserCursor = string;
const storedCursor = v.object({ shard: v.number(), after: v.nullable(v.record(v.string(), v.string())) });
const writeCursor = (shard: number, after: Item | null): UserCursor => JSON.stringify({ shard, after });

/** The next users of all, at most `limit`, and where the list goes on; it ends without `next`. */
export async function userPage(
  table: Table,
  cursor: UserCursor | undefined,
  limit: number,
): Promise<{ items: Item[]; next: UserCursor | undefined }> {
  const { shard, after } =
    cursor === undefined ? { shard: 0, after: null } : v.parse(storedCursor, JSON.parse(cursor));
  const { items, next } = await table.page({
    ...inDirectory(USER_SHARDS[shard] ?? ""),
    ExclusiveStartKey: after ?? undefined,
    Limit: limit,
  });
  if (next) return { items, next: writeCursor(shard, next) };
  return { items, next: shard + 1 < USER_SHARDS.length ? writeCursor(shard + 1, null) : undefined };
}

/** The ids of all users, or of those for whom a condition holds, page after page. */
export async function* userIds(
  table: Table,
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
