import { createHash } from "node:crypto";
import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";

export type Item = Record<string, unknown>;
export type Key = { pk: string; sk: string };
export const storedKey = v.object({ pk: v.string(), sk: v.string() });
type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
/** One write of a transaction, by its kind; the table's name is filled in. */
export type WriteInput = { [Kind in keyof Write]?: Omit<NonNullable<Write[Kind]>, "TableName"> };

/** Sixteen digits, so that ids sort as text as they do as numbers. */
export const idText = (id: Id): string => String(id).padStart(16, "0");

/** The shard of an id, from 0 to `shards` - 1; at most 256 shards. */
export const shardOf = (id: string, shards: number): number =>
  createHash("sha256").update(id).digest().readUInt8(0) % shards;

const LEDGER = "BUDGET#";
export const ledgerPartition = (ownerId: Id): string => `${LEDGER}${idText(ownerId)}`;
export const isInLedger = ({ pk }: Key): boolean => pk.startsWith(LEDGER);
export const ledgerKey = (ownerId: Id, sk: string): Key => ({ pk: ledgerPartition(ownerId), sk });

export const ledgerKeys =
  (prefix: string) =>
  (ownerId: Id, { id }: { id: Id }): Key =>
    ledgerKey(ownerId, `${prefix}${idText(id)}`);

/** The partition of one user's profile, sessions and preferences. */
export const userPartition = (userId: Id): string => `USER#${idText(userId)}`;
export const userItemKey = (userId: Id, sk: string): Key => ({ pk: userPartition(userId), sk });

export const hasPrefix = ({ sk }: Item, prefix: string): boolean => String(sk).startsWith(prefix);

/** TTL attributes are whole seconds. */
export const ttl = (ms: number): number => Math.ceil(ms / 1000);

/** True for an expired item, which DynamoDB takes hours to delete. `now` in milliseconds. */
export const isExpired = ({ expiresAt }: Item, now: number): boolean =>
  typeof expiresAt === "number" && expiresAt * 1000 <= now;

/** `dueAt` in milliseconds, and the schedule's sort key made of it. */
export const dueEntry = (id: string, dueAt: number) => ({
  dueAt,
  scheduleSk: `${new Date(dueAt).toISOString()}#${id}`,
});

export const inPartition = (pk: string) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": pk },
});

// Ranges include both ends. "~" sorts after every id, and "!" before any.

export const datedBetween = (partition: string, from: string, to: string) => ({
  IndexName: "byDate" as const,
  KeyConditionExpression: "pk = :pk AND #date BETWEEN :from AND :to",
  ExpressionAttributeNames: { "#date": "date" },
  ExpressionAttributeValues: { ":pk": partition, ":from": from, ":to": to },
  ConsistentRead: true,
});

export const keyedBetween = (partition: string, from: string, to: string) => ({
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: { ":pk": partition, ":from": from, ":to": to },
  ConsistentRead: true,
});

export type Shape = ReturnType<typeof createShape>;

/**
 * Versions of an entity's stored items. Version 1, the first release's, has no `shape` attribute. An optional attribute
 * with a default needs no new version (docs/migrations.md). `upgrades` are in order: the first upgrades version 1 to 2.
 * They only add missing attributes, as a newer release may have written the item.
 */
export function createShape(...upgrades: readonly ((item: Item) => Item)[]) {
  const current = upgrades.length + 1;
  const shapeOf = ({ shape }: Item) => (typeof shape === "number" ? shape : 1);
  return {
    /** Written with every complete item. */
    stamp: { shape: current },
    // An item of a newer release, read after a rollback, is left as it is.
    isCurrent: (item: Item) => shapeOf(item) >= current,
    upgrade(item: Item): Item {
      if (shapeOf(item) >= current) return item;
      const upgraded = upgrades.slice(shapeOf(item) - 1).reduce((older, upgrade) => upgrade(older), item);
      return { ...upgraded, shape: current };
    },
  };
}
