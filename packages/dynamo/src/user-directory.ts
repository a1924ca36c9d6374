import type { Id } from "@coffer/domain/id";
import { idText, userItemKey } from "./keys.ts";

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
