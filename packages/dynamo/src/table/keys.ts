import { createHash } from "node:crypto";
import type { Id } from "@coffer/domain/id";
import type { Key } from "./item.ts";

/** Sixteen digits, so that ids sort as text the way they sort as numbers. */
export const idText = (id: Id): string => String(id).padStart(16, "0");

/** Spreads what has such ids over `shards` (at most 256) partitions, the same for the same id. */
export const shardOf = (id: string, shards: number): number =>
  createHash("sha256").update(id).digest().readUInt8(0) % shards;

/** The partition of everything in one budget. */
export const budgetPartition = (ownerId: Id): string => `BUDGET#${idText(ownerId)}`;
export const budgetKey = (ownerId: Id, sk: string): Key => ({ pk: budgetPartition(ownerId), sk });

/** The partition of one user's profile, sessions and preferences. */
export const userPartition = (userId: Id): string => `USER#${idText(userId)}`;
export const userItemKey = (userId: Id, sk: string): Key => ({ pk: userPartition(userId), sk });
