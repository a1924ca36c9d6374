import { createHash } from "node:crypto";
import type { OutboxEntry } from "@coffer/core/outbox";
import { ABSENT, type Item, type Key, type WriteInput } from "./table.ts";

/** Mail that waits is spread over this many partitions of the schedule. */
export const SHARDS = 4;

export const outboxKey = (id: string): Key => ({ pk: `OUTBOX#${id}`, sk: "MAIL" });

/** Where an entry stands in the schedule once it is due at `dueAt` (milliseconds). */
export const waiting = (id: string, dueAt: number) => ({
  dueAt,
  schedulePk: `OUTBOX#${createHash("sha256").update(id).digest().readUInt8(0) % SHARDS}`,
  scheduleSk: `${new Date(dueAt).toISOString()}#${id}`,
});

const toItem = ({ id, mail, createdAt, userId }: OutboxEntry): Item & Key => ({
  ...outboxKey(id),
  id,
  mail,
  createdAt,
  userId,
  attempts: 0,
  ...waiting(id, createdAt),
});

/** The write that queues a mail, for the transaction that causes it. It fails where the entry's id is taken. */
export const outboxPut = (entry: OutboxEntry): WriteInput => ({ Put: { Item: toItem(entry), ...ABSENT } });
