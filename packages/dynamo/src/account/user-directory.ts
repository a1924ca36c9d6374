import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import type { Condition } from "../table/conditions.ts";
import { idText, userItemKey } from "../table/keys.ts";
import { inDirectory } from "../table/queries.ts";
import type { Table } from "../table/table.ts";

/** All users are listed over this many partitions of the directory, by the last digit of their id in that base. */
const SHARDS = 16;
export const USER_SHARDS = Array.from({ length: SHARDS }, (_, shard) => `USERS#${shard}`);

/** Where a user stands in the directory of all users. */
export const directoryEntry = (userId: Id) => ({
  directoryPk: USER_SHARDS[userId % SHARDS],
  directorySk: idText(userId),
});

/** The sort key of a user's own item. */
export const PROFILE = "PROFILE";
export const userKey = (userId: Id) => userItemKey(userId, PROFILE);

export const storedId = v.object({ id: v.number() });

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
