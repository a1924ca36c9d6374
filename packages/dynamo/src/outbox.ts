import {
  type Claim,
  type EmailJob,
  type Failure,
  LANES,
  type Lane,
  laneOf,
  type OutboxStore,
} from "@coffer/core/outbox";
import { DAY_MS } from "@coffer/domain/duration";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { assign } from "./assign.ts";
import { countDelivery, uncountFailure } from "./campaign-counts.ts";
import { ABSENT, succeeds, unlessFailed } from "./conditions.ts";
import type { Item, Key, WriteInput } from "./item.ts";
import { shardOf } from "./keys.ts";
import { inDirectory, inSchedule } from "./queries.ts";
import { storedEmail } from "./stored-email.ts";
import { type Table, ttl } from "./table.ts";

/** Mail that waits is spread over this many partitions of the schedule. */
const SHARDS = 4;
const SHARD_NUMBERS = Array.from({ length: SHARDS }, (_, shard) => shard);
const FAILED = "FAILED_MAIL";
/** Where a mail stands among those that failed. */
const failedPlace = (id: string, failedAt: number): string => `${new Date(failedAt).toISOString()}#${id}`;
const FAILED_PLACE = /^[\dT:.-]{1,30}Z#[\w-]{1,100}$/;
/** Longer than any schedule looks back: until then the ids of finished jobs cannot be queued again. */
const LIFETIME_MS = 60 * DAY_MS;
const expiry = (now: number) => ttl(now + LIFETIME_MS);

const PREFIX = "OUTBOX#";
const outboxKey = (id: string): Key => ({ pk: `${PREFIX}${id}`, sk: "MAIL" });

/** The id of the email job with this partition key; undefined for the key of anything else. */
export const outboxIdOf = (pk: string): string | undefined =>
  pk.startsWith(PREFIX) ? pk.slice(PREFIX.length) : undefined;

const stored = v.object({
  id: v.string(),
  mail: storedEmail,
  createdAt: v.number(),
  userId: v.nullable(v.number()),
  attempts: v.number(),
});
const storedFailure = v.object({
  ...stored.entries,
  failedAt: v.number(),
  /** Mail that is held back still has an instant at which it is due. */
  dueAt: v.optional(v.number()),
  failure: v.object({ subject: v.string(), reason: v.string() }),
});

/** Partitions of the schedule, by lane: the account lane's are those of the release before there were lanes. */
const QUEUES = { account: "OUTBOX", bulk: "BULK_MAIL" };

/** The index keys of a job that is due at `dueAt`, in milliseconds. */
const waiting = (id: string, dueAt: number) => ({
  dueAt,
  schedulePk: `${QUEUES[laneOf(id)]}#${shardOf(id, SHARDS)}`,
  scheduleSk: `${new Date(dueAt).toISOString()}#${id}`,
});

/** The attributes by which administrators see a job. */
const shown = (id: string, failure: Failure, now: number) => ({
  failure,
  failedAt: now,
  directoryPk: FAILED,
  directorySk: failedPlace(id, now),
});

/** Queues an email in the transaction that causes it. The write fails where the job's id is taken. */
export const outboxPut = (job: EmailJob): WriteInput => ({ Put: { Item: toItem(job), ...ABSENT } });

/**
 * Deletes the mail to a user that waits or was given up. It walks over all of that, for what nobody waits for: most
 * of the time there is none.
 */
export async function deleteMailOf(table: Table, userId: Id): Promise<void> {
  const lists = [
    ...LANES.flatMap((lane) => SHARD_NUMBERS.map((shard) => inSchedule(`${QUEUES[lane]}#${shard}`))),
    inDirectory(FAILED),
  ];
  for (const list of lists) {
    const items = await table.query({
      ...list,
      FilterExpression: "userId = :user",
      ExpressionAttributeValues: { ...list.ExpressionAttributeValues, ":user": userId },
    });
    for (const item of items) await deleteMail(table, v.parse(v.object({ id: v.string() }), item).id);
  }
}

/** Nothing where it is done, or has just been. */
async function deleteMail(table: Table, id: string): Promise<void> {
  const item = await table.get(outboxKey(id));
  const job = v.safeParse(stored, item);
  if (!item || !job.success) return;
  const isWaiting = item.dueAt !== undefined;
  const remove: WriteInput = {
    Delete: {
      Key: outboxKey(id),
      ConditionExpression: `attribute_exists(mail) AND attribute_${isWaiting ? "" : "not_"}exists(dueAt)`,
    },
  };
  // What was given up has been counted.
  const count = isWaiting ? countDelivery(job.output, "suppressed") : [];
  await table.tryTransact([remove, ...count]);
}

const toItem = ({ id, mail, createdAt, userId }: EmailJob): Item & Key => ({
  ...outboxKey(id),
  id,
  mail,
  createdAt,
  userId,
  attempts: 0,
  ...waiting(id, createdAt),
});

export function createOutboxStore(table: Table): OutboxStore {
  /** Ends the claim, unless another worker has taken the job over. */
  async function end({ job, attempt }: Claim, set: Item, remove: string[], also: WriteInput[] = []) {
    const isOurs = {
      ConditionExpression: "attempts = :attempt AND attribute_exists(dueAt)",
      ExpressionAttributeValues: { ":attempt": attempt },
    };
    const change = { Update: { Key: outboxKey(job.id), ...assign(set, isOurs, remove) } };
    await table.tryTransact([change, ...also]);
  }

  /** What is due in each partition of a lane, at most `limit` each, the longest due first. */
  async function dueIn(lane: Lane, now: number, limit: number) {
    const shards = SHARD_NUMBERS.map((shard) =>
      // "~" sorts after the "#" that precedes the id.
      table.page({
        ...inSchedule(`${QUEUES[lane]}#${shard}`, `${new Date(now).toISOString()}~`),
        Limit: limit,
      }),
    );
    const items = (await Promise.all(shards)).flatMap((page) => page.items);
    return items
      .map((item) => v.parse(v.object({ id: v.string(), scheduleSk: v.string() }), item))
      .sort((a, b) => (a.scheduleSk < b.scheduleSk ? -1 : 1));
  }

  return {
    add: (job) => succeeds(() => table.put(toItem(job), ABSENT)),

    async due(lane, now, limit) {
      return (await dueIn(lane, now, limit)).slice(0, limit).map(({ id }) => id);
    },

    async oldestDue(lane, now) {
      const [oldest] = await dueIn(lane, now, 1);
      return oldest ? Date.parse(oldest.scheduleSk.slice(0, new Date(0).toISOString().length)) : null;
    },

    async claim(id, now, leaseEnd) {
      const { dueAt, scheduleSk } = waiting(id, leaseEnd);
      const claim = {
        Key: outboxKey(id),
        // Held-back mail leaves the administrators' list while somebody tries it.
        UpdateExpression:
          "SET dueAt = :dueAt, scheduleSk = :sk REMOVE failure, failedAt, directoryPk, directorySk ADD attempts :one",
        ConditionExpression: "dueAt <= :now",
        ExpressionAttributeValues: { ":now": now, ":dueAt": dueAt, ":sk": scheduleSk, ":one": 1 },
      };
      const item = await unlessFailed(
        () => table.update(claim),
        () => undefined,
      );
      if (!item) return undefined;
      const { attempts: attempt, ...job } = v.parse(stored, item);
      return { job, attempt };
    },

    done: (claim, outcome, now) =>
      end(
        claim,
        { outcome, doneAt: now, expiresAt: expiry(now) },
        ["dueAt", "schedulePk", "scheduleSk", "mail", "lastError"],
        countDelivery(claim.job, outcome),
      ),

    postpone: (claim, dueAt, lastError) => end(claim, { ...waiting(claim.job.id, dueAt), lastError }, []),

    holdBack: (claim, dueAt, failure, now) =>
      end(claim, { ...waiting(claim.job.id, dueAt), ...shown(claim.job.id, failure, now) }, ["lastError"]),

    giveUp: (claim, failure, now) =>
      end(
        claim,
        { expiresAt: expiry(now), ...shown(claim.job.id, failure, now) },
        ["dueAt", "schedulePk", "scheduleSk", "lastError"],
        countDelivery(claim.job, "failed"),
      ),

    async failed(cursor, limit) {
      if (cursor !== undefined && !FAILED_PLACE.test(cursor)) return undefined;
      const { items } = await table.page({
        ...inDirectory(FAILED, cursor),
        ScanIndexForward: false,
        Limit: limit + 1,
      });
      const failures = items.slice(0, limit).map((item) => v.parse(storedFailure, item));
      const mails = failures.map(({ id, mail, attempts, failedAt, failure, dueAt }) => ({
        ...{ id, to: mail.to, attempts, failedAt },
        ...failure,
        waiting: dueAt !== undefined,
      }));
      const last = failures.at(-1);
      return { mails, cursor: last && items.length > limit ? failedPlace(last.id, last.failedAt) : null };
    },

    async retry(id, now) {
      const item = await table.get(outboxKey(id));
      if (!item?.failure) return false;
      const { mail, dueAt } = v.parse(storedFailure, item);
      const isWaiting = dueAt !== undefined;
      const isUnchanged = {
        ConditionExpression: `attribute_exists(failure) AND attribute_${isWaiting ? "" : "not_"}exists(dueAt)`,
      };
      const remove = ["failure", "failedAt", "expiresAt", "directoryPk", "directorySk"];
      const set = assign({ ...waiting(id, now), attempts: 0 }, isUnchanged, remove);
      const again = { Update: { Key: outboxKey(id), ...set } };
      return table.tryTransact([again, ...(isWaiting ? [] : uncountFailure({ id, mail }))]);
    },
  };
}
