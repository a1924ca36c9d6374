import { EMAIL_KINDS, type Lane } from "@coffer/core/mail/email-kinds";
import type { EmailJob } from "@coffer/core/mail/outbox";
import { queuedEmail } from "@coffer/domain/mail/queued-email";
import * as v from "valibot";
import { dueEntry, type Item, type Key, shardOf, type WriteInput } from "../table/item.ts";
import { ABSENT, put } from "../table/writes.ts";
import { TASK_PREFIX } from "../task/tasks.ts";

/** Waiting mail is spread over this many partitions of the schedule. */
const SHARDS = 4;
export const FAILED = "FAILED_MAIL";
const PREFIX = "OUTBOX#";
export const outboxKey = (id: string): Key => ({ pk: `${PREFIX}${id}`, sk: "MAIL" });

export const outboxIdOf = (pk: string): string | undefined =>
  pk.startsWith(PREFIX) ? pk.slice(PREFIX.length) : undefined;

/** Key prefixes of new items for which the table's stream invokes each lane's function. */
export const WAKING_PREFIXES: Record<Lane, string[]> = {
  account: [`${PREFIX}account-`, TASK_PREFIX],
  bulk: [`${PREFIX}bulk-`, "CAMPAIGN#"],
};

/** An earlier release marked a preview by an attribute. */
const withItsKind = (stored: unknown): unknown =>
  Object(stored).preview === true ? { ...Object(stored), kind: "digest-preview" } : stored;

export const storedJob = v.object({
  id: v.string(),
  mail: v.pipe(v.unknown(), v.transform(withItsKind), queuedEmail),
  createdAt: v.number(),
  userId: v.nullable(v.number()),
  networks: v.optional(v.array(v.string())),
  attempts: v.number(),
});
const QUEUES = { account: "OUTBOX", bulk: "BULK_MAIL" };
export const queuesOf = (lane: Lane): string[] =>
  Array.from({ length: SHARDS }, (_, shard) => `${QUEUES[lane]}#${shard}`);

/** Lists finished mail by its instant, so that a restore to an earlier instant does not send it again. */
const endedQueue = (shard: number) => `ENDED_MAIL#${shard}`;
export const ENDED_QUEUES = Array.from({ length: SHARDS }, (_, shard) => endedQueue(shard));
export const endedEntry = (id: string, doneAt: number) => ({
  schedulePk: endedQueue(shardOf(id, SHARDS)),
  scheduleSk: dueEntry(id, doneAt).scheduleSk,
});

/** The attributes of a job that waits since `startedAt` and is due then. */
export const waiting = ({ id, mail }: Pick<EmailJob, "id" | "mail">, startedAt: number) => ({
  startedAt,
  schedulePk: `${QUEUES[EMAIL_KINDS[mail.kind].lane]}#${shardOf(id, SHARDS)}`,
  ...dueEntry(id, startedAt),
});
export const outboxItem = (
  { id, mail, createdAt, userId, networks = [] }: EmailJob,
  dueAt = createdAt,
): Item & Key => ({
  ...outboxKey(id),
  id,
  mail,
  createdAt,
  userId,
  ...(networks.length > 0 && { networks }),
  attempts: 0,
  ...waiting({ id, mail }, dueAt),
});

/** Queues an email in the transaction that causes it. The write fails if the job's id is taken. */
export const outboxPut = (job: EmailJob): WriteInput => put(outboxItem(job), ABSENT);
