import { createHash } from "node:crypto";
import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Id } from "@coffer/domain/id";

export type Item = Record<string, unknown>;
export type Key = { pk: string; sk: string };
type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
/** One write of a transaction, by its kind; the table's name is filled in. */
export type WriteInput = { [Kind in keyof Write]?: Omit<NonNullable<Write[Kind]>, "TableName"> };

/** Sixteen digits, so that ids sort as text the way they sort as numbers. */
export const idText = (id: Id): string => String(id).padStart(16, "0");

/** Spreads what has such ids over `shards` (at most 256) partitions, the same for the same id. */
export const shardOf = (id: string, shards: number): number =>
  createHash("sha256").update(id).digest().readUInt8(0) % shards;

/** The partition of everything in one budget. */
export const ledgerPartition = (ownerId: Id): string => `BUDGET#${idText(ownerId)}`;
export const ledgerKey = (ownerId: Id, sk: string): Key => ({ pk: ledgerPartition(ownerId), sk });

/** The partition of one user's profile, sessions and preferences. */
export const userPartition = (userId: Id): string => `USER#${idText(userId)}`;
export const userItemKey = (userId: Id, sk: string): Key => ({ pk: userPartition(userId), sk });

/** A query for what stands in a partition of the schedule: all of it, or what sorts before a key. */
export const inSchedule = (partition: string, before?: string) => ({
  IndexName: "schedule",
  KeyConditionExpression: `schedulePk = :pk${before === undefined ? "" : " AND scheduleSk < :before"}`,
  ExpressionAttributeValues: { ":pk": partition, ...(before !== undefined && { ":before": before }) },
});

/** The same for the directory. */
export const inDirectory = (partition: string, before?: string) => ({
  IndexName: "directory",
  KeyConditionExpression: `directoryPk = :pk${before === undefined ? "" : " AND directorySk < :before"}`,
  ExpressionAttributeValues: { ":pk": partition, ...(before !== undefined && { ":before": before }) },
});

/** Items dated within a range, both ends included. "~" sorts after every id, and "!" before any. */
export const datedBetween = (partition: string, from: string, to: string) => ({
  IndexName: "byDate",
  KeyConditionExpression: "pk = :pk AND #date BETWEEN :from AND :to",
  ExpressionAttributeNames: { "#date": "date" },
  ExpressionAttributeValues: { ":pk": partition, ":from": from, ":to": to },
  ConsistentRead: true,
});

/** Items with a sort key within a range, both ends included. */
export const keyedBetween = (partition: string, from: string, to: string) => ({
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: { ":pk": partition, ":from": from, ":to": to },
  ConsistentRead: true,
});
